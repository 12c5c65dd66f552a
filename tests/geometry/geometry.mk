check_PROGRAMS += tests/geometry/check_rays
TESTS += tests/geometry/check_rays
tests_geometry_check_rays_SOURCES = tests/geometry/check_rays.c tests/collision/support.h
tests_geometry_check_rays_CPPFLAGS = $(test_cppflags)
