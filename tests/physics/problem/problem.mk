check_PROGRAMS += tests/physics/problem/check_rows tests/physics/problem/check_impedance tests/physics/problem/check_law \
	tests/physics/problem/check_island
TESTS += tests/physics/problem/check_rows
TESTS += tests/physics/problem/check_impedance
TESTS += tests/physics/problem/check_law
TESTS += tests/physics/problem/check_island
tests_physics_problem_check_rows_SOURCES = tests/physics/problem/check_rows.c tests/physics/problem/scene.h
tests_physics_problem_check_rows_CPPFLAGS = $(test_cppflags)
tests_physics_problem_check_impedance_SOURCES = tests/physics/problem/check_impedance.c tests/physics/problem/scene.h
tests_physics_problem_check_impedance_CPPFLAGS = $(test_cppflags)
tests_physics_problem_check_law_SOURCES = tests/physics/problem/check_law.c tests/physics/problem/scene.h
tests_physics_problem_check_law_CPPFLAGS = $(test_cppflags)
tests_physics_problem_check_island_SOURCES = tests/physics/problem/check_island.c tests/physics/problem/scene.h
tests_physics_problem_check_island_CPPFLAGS = $(test_cppflags)
