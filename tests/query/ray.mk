check_PROGRAMS += tests/query/check_ray
TESTS += tests/query/check_ray
tests_query_check_ray_SOURCES = tests/query/check_ray.c tests/collision/support.h
tests_query_check_ray_CPPFLAGS = $(test_cppflags)
