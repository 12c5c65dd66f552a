check_PROGRAMS += tests/query/check_names
TESTS += tests/query/check_names
tests_query_check_names_SOURCES = tests/query/check_names.c tests/data/support.h
tests_query_check_names_CPPFLAGS = $(test_cppflags)
tests_query_check_names_LDADD = $(whitebox)

check_PROGRAMS += tests/query/check_print
TESTS += tests/query/check_print
tests_query_check_print_SOURCES = tests/query/check_print.c tests/data/support.h
tests_query_check_print_CPPFLAGS = $(test_cppflags)
