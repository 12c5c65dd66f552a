check_PROGRAMS += tests/integrators/check_order
TESTS += tests/integrators/check_order
tests_integrators_check_order_SOURCES = tests/integrators/check_order.c tests/dynamics/support.h
tests_integrators_check_order_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/integrators/check_values
TESTS += tests/integrators/check_values
tests_integrators_check_values_SOURCES = tests/integrators/check_values.c tests/dynamics/support.h
tests_integrators_check_values_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/integrators/check_inverse
TESTS += tests/integrators/check_inverse
tests_integrators_check_inverse_SOURCES = tests/integrators/check_inverse.c tests/dynamics/support.h
tests_integrators_check_inverse_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/integrators/check_derivative
TESTS += tests/integrators/check_derivative
tests_integrators_check_derivative_SOURCES = tests/integrators/check_derivative.c tests/dynamics/support.h
tests_integrators_check_derivative_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/integrators/check_difference
TESTS += tests/integrators/check_difference
tests_integrators_check_difference_SOURCES = tests/integrators/check_difference.c tests/dynamics/support.h
tests_integrators_check_difference_CPPFLAGS = $(test_cppflags)
