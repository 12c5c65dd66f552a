# tests/data/parity is recorded from the reference by record.c, from tests/data/dynamics/models
EXTRA_DIST += tests/parity/record.c

check_PROGRAMS += tests/parity/check_golden
TESTS += tests/parity/check_golden
tests_parity_check_golden_SOURCES = tests/parity/check_golden.c tests/parity/fields.h tests/visit.h tests/parity/replay.h
tests_parity_check_golden_CPPFLAGS = $(test_cppflags)
