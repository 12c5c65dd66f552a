check_PROGRAMS += tests/physics/query/check_rays
TESTS += tests/physics/query/check_rays
tests_physics_query_check_rays_SOURCES = tests/physics/query/check_rays.c tests/collision/support.h
tests_physics_query_check_rays_CPPFLAGS = $(test_cppflags)
