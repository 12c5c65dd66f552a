# tests/data/model/compile/*.mjb are recorded from the reference by record.c
EXTRA_DIST += tests/model/compile/record.c

check_PROGRAMS += tests/model/compile/check_errors
TESTS += tests/model/compile/check_errors
tests_model_compile_check_errors_SOURCES = tests/model/compile/check_errors.c tests/model/compile/error_cases.h tests/model/compile/support.h
tests_model_compile_check_errors_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/compile/check_golden
TESTS += tests/model/compile/check_golden
tests_model_compile_check_golden_SOURCES = tests/model/compile/check_golden.c tests/model/compile/same_model.h tests/model/compile/support.h
tests_model_compile_check_golden_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/compile/check_parts
TESTS += tests/model/compile/check_parts
tests_model_compile_check_parts_SOURCES = tests/model/compile/check_parts.c tests/model/compile/support.h
tests_model_compile_check_parts_CPPFLAGS = $(test_cppflags)
tests_model_compile_check_parts_LDADD = $(whitebox)

check_PROGRAMS += tests/model/compile/check_rules
TESTS += tests/model/compile/check_rules
tests_model_compile_check_rules_SOURCES = tests/model/compile/check_rules.c tests/model/compile/support.h
tests_model_compile_check_rules_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/compile/check_recompile
TESTS += tests/model/compile/check_recompile
tests_model_compile_check_recompile_SOURCES = tests/model/compile/check_recompile.c tests/model/compile/support.h
tests_model_compile_check_recompile_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/compile/check_threads
TESTS += tests/model/compile/check_threads
tests_model_compile_check_threads_SOURCES = tests/model/compile/check_threads.c tests/model/compile/support.h
tests_model_compile_check_threads_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/compile/check_flexes
TESTS += tests/model/compile/check_flexes
tests_model_compile_check_flexes_SOURCES = tests/model/compile/check_flexes.c tests/model/compile/same_model.h tests/model/compile/support.h
tests_model_compile_check_flexes_CPPFLAGS = $(test_cppflags)
