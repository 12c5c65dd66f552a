check_PROGRAMS += tests/physics/query/check_ray_flex
TESTS += tests/physics/query/check_ray_flex
tests_physics_query_check_ray_flex_SOURCES = tests/physics/query/check_ray_flex.c tests/collision/flex_scene.h tests/collision/support.h
tests_physics_query_check_ray_flex_CPPFLAGS = $(test_cppflags)
