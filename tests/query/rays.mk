check_PROGRAMS += tests/query/check_rays
TESTS += tests/query/check_rays
tests_query_check_rays_SOURCES = tests/query/check_rays.c tests/collision/support.h
tests_query_check_rays_CPPFLAGS = $(test_cppflags)
