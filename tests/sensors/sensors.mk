check_PROGRAMS += tests/sensors/check_values
TESTS += tests/sensors/check_values
tests_sensors_check_values_SOURCES = tests/sensors/check_values.c tests/dynamics/support.h
tests_sensors_check_values_CPPFLAGS = $(test_cppflags)

EXTRA_DIST += tests/sensors/tactile.mjb tests/sensors/tactile.xml
check_PROGRAMS += tests/sensors/check_tactile
TESTS += tests/sensors/check_tactile
tests_sensors_check_tactile_SOURCES = tests/sensors/check_tactile.c tests/collision/support.h
tests_sensors_check_tactile_CPPFLAGS = $(test_cppflags)
