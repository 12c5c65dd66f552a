check_PROGRAMS += tests/constraint/check_rows tests/constraint/check_impedance tests/constraint/check_law \
	tests/constraint/check_island
TESTS += tests/constraint/check_rows
TESTS += tests/constraint/check_impedance
TESTS += tests/constraint/check_law
TESTS += tests/constraint/check_island
tests_constraint_check_rows_SOURCES = tests/constraint/check_rows.c tests/constraint/scene.h
tests_constraint_check_rows_CPPFLAGS = $(test_cppflags)
tests_constraint_check_impedance_SOURCES = tests/constraint/check_impedance.c tests/constraint/scene.h
tests_constraint_check_impedance_CPPFLAGS = $(test_cppflags)
tests_constraint_check_law_SOURCES = tests/constraint/check_law.c tests/constraint/scene.h
tests_constraint_check_law_CPPFLAGS = $(test_cppflags)
tests_constraint_check_island_SOURCES = tests/constraint/check_island.c tests/constraint/scene.h
tests_constraint_check_island_CPPFLAGS = $(test_cppflags)
