# tests/data/edits is recorded from the reference by record.c
EXTRA_DIST += tests/edits/record.c

check_PROGRAMS += tests/edits/check_edits
TESTS += tests/edits/check_edits
tests_edits_check_edits_SOURCES = tests/edits/check_edits.c tests/edits/consequences.h tests/visit.h tests/edits/edits.h tests/edits/golden.h
tests_edits_check_edits_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/edits/check_senseless
TESTS += tests/edits/check_senseless
tests_edits_check_senseless_SOURCES = tests/edits/check_senseless.c tests/dynamics/support.h
tests_edits_check_senseless_CPPFLAGS = $(test_cppflags)
