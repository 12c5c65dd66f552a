check_PROGRAMS += tests/sensors/check_values
TESTS += tests/sensors/check_values
tests_sensors_check_values_SOURCES = tests/sensors/check_values.c tests/dynamics/support.h
tests_sensors_check_values_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/sensors/check_tactile
TESTS += tests/sensors/check_tactile
tests_sensors_check_tactile_SOURCES = tests/sensors/check_tactile.c tests/collision/support.h
tests_sensors_check_tactile_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/sensors/check_descriptors
TESTS += tests/sensors/check_descriptors
tests_sensors_check_descriptors_SOURCES = tests/sensors/check_descriptors.c tests/support.h
tests_sensors_check_descriptors_CPPFLAGS = $(test_cppflags)

# sensor types of a third party
check_LTLIBRARIES += tests/sensors/acme_sensors.la
tests_sensors_acme_sensors_la_SOURCES = tests/sensors/acme_sensors.c
tests_sensors_acme_sensors_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_sensors_acme_sensors_la_LIBADD = libfulcrum.la

check_PROGRAMS += tests/sensors/check_types
TESTS += tests/sensors/check_types
tests_sensors_check_types_SOURCES = tests/sensors/check_types.c tests/dynamics/support.h tests/kernel/support.h
tests_sensors_check_types_CPPFLAGS = $(test_cppflags)

