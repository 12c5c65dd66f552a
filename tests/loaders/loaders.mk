check_PROGRAMS += tests/loaders/check_mjb
TESTS += tests/loaders/check_mjb
tests_loaders_check_mjb_SOURCES = tests/loaders/check_mjb.c
tests_loaders_check_mjb_CPPFLAGS = $(test_cppflags)
