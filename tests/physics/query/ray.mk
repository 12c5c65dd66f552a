check_PROGRAMS += tests/physics/query/check_ray
TESTS += tests/physics/query/check_ray
tests_physics_query_check_ray_SOURCES = tests/physics/query/check_ray.c tests/collision/support.h
tests_physics_query_check_ray_CPPFLAGS = $(test_cppflags)
