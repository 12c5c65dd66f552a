check_PROGRAMS += tests/loaders/check_mjb
TESTS += tests/loaders/check_mjb
tests_loaders_check_mjb_SOURCES = tests/loaders/check_mjb.c
tests_loaders_check_mjb_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/loaders/check_urdf
TESTS += tests/loaders/check_urdf
tests_loaders_check_urdf_SOURCES = tests/loaders/check_urdf.c
tests_loaders_check_urdf_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/loaders/check_limits
TESTS += tests/loaders/check_limits
tests_loaders_check_limits_SOURCES = tests/loaders/check_limits.c
tests_loaders_check_limits_CPPFLAGS = $(test_cppflags)
