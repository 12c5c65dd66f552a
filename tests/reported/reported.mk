check_PROGRAMS += tests/reported/check_reported
TESTS += tests/reported/check_reported
tests_reported_check_reported_SOURCES = tests/reported/check_reported.c tests/model/compile/support.h
tests_reported_check_reported_CPPFLAGS = $(test_cppflags)
