check_PROGRAMS += tests/query/check_names
TESTS += tests/query/check_names
tests_query_check_names_SOURCES = tests/query/check_names.c tests/data/support.h
tests_query_check_names_CPPFLAGS = $(test_cppflags)
tests_query_check_names_LDADD = $(whitebox)

check_PROGRAMS += tests/query/check_print
TESTS += tests/query/check_print
tests_query_check_print_SOURCES = tests/query/check_print.c tests/data/support.h
tests_query_check_print_CPPFLAGS = $(test_cppflags)

# scene.txt is recorded from the reference by record_scene.c
EXTRA_DIST += tests/query/record_scene.c tests/query/scene.txt
check_PROGRAMS += tests/query/check_print_scene
TESTS += tests/query/check_print_scene
tests_query_check_print_scene_SOURCES = tests/query/check_print_scene.c tests/query/scene.h
tests_query_check_print_scene_CPPFLAGS = $(test_cppflags)
