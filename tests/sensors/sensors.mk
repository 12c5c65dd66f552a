check_PROGRAMS += tests/sensors/check_values
TESTS += tests/sensors/check_values
tests_sensors_check_values_SOURCES = tests/sensors/check_values.c tests/dynamics/support.h
tests_sensors_check_values_CPPFLAGS = $(test_cppflags)
