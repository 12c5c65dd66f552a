check_PROGRAMS += tests/physics/batch/check_gather
TESTS += tests/physics/batch/check_gather
tests_physics_batch_check_gather_SOURCES = tests/physics/batch/check_gather.c tests/support.h
tests_physics_batch_check_gather_CPPFLAGS = $(test_cppflags)
