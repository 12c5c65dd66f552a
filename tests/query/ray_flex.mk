check_PROGRAMS += tests/query/check_ray_flex
TESTS += tests/query/check_ray_flex
tests_query_check_ray_flex_SOURCES = tests/query/check_ray_flex.c tests/collision/flex_scene.h tests/collision/support.h
tests_query_check_ray_flex_CPPFLAGS = $(test_cppflags)
