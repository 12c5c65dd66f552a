# the example and a module of the tests, as shared objects that the suites put on the search path
check_LTLIBRARIES += tests/constraints/screw.la tests/constraints/rows_module.la
tests_constraints_screw_la_SOURCES = plugins/examples/screw/screw.c
tests_constraints_screw_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_constraints_screw_la_LIBADD = libfulcrum.la -lm
tests_constraints_rows_module_la_SOURCES = tests/constraints/rows_module.c
tests_constraints_rows_module_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_constraints_rows_module_la_LIBADD = libfulcrum.la

check_PROGRAMS += tests/constraints/check_screw tests/constraints/check_types
TESTS += tests/constraints/check_screw tests/constraints/check_types
tests_constraints_check_screw_SOURCES = tests/constraints/check_screw.c tests/constraints/support.h tests/kernel/support.h
tests_constraints_check_screw_CPPFLAGS = $(test_cppflags)
tests_constraints_check_types_SOURCES = tests/constraints/check_types.c tests/constraints/support.h tests/kernel/support.h
tests_constraints_check_types_CPPFLAGS = $(test_cppflags)

# rows of flexes; recorded by record_flex.c
EXTRA_DIST += tests/constraints/flex_golden.inc tests/constraints/record_flex.c
check_PROGRAMS += tests/constraints/check_flex
TESTS += tests/constraints/check_flex
tests_constraints_check_flex_SOURCES = tests/constraints/check_flex.c tests/constraints/flex_scene.h tests/constraints/support.h \
	tests/kernel/support.h
tests_constraints_check_flex_CPPFLAGS = $(test_cppflags)
