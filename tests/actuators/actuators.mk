check_PROGRAMS += tests/actuators/check_laws
TESTS += tests/actuators/check_laws
tests_actuators_check_laws_SOURCES = tests/actuators/check_laws.c tests/dynamics/support.h
tests_actuators_check_laws_CPPFLAGS = $(test_cppflags)
