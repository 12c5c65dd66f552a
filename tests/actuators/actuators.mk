check_PROGRAMS += tests/actuators/check_laws
TESTS += tests/actuators/check_laws
tests_actuators_check_laws_SOURCES = tests/actuators/check_laws.c tests/dynamics/support.h
tests_actuators_check_laws_CPPFLAGS = $(test_cppflags)

# acme_actuators.so has the actuators of a third party
check_LTLIBRARIES += tests/actuators/acme_actuators.la
tests_actuators_acme_actuators_la_SOURCES = tests/actuators/acme_actuators.c
tests_actuators_acme_actuators_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_actuators_acme_actuators_la_LIBADD = libfulcrum.la

check_PROGRAMS += tests/actuators/check_modules
TESTS += tests/actuators/check_modules
tests_actuators_check_modules_SOURCES = tests/actuators/check_modules.c tests/kernel/support.h
tests_actuators_check_modules_CPPFLAGS = $(test_cppflags)
