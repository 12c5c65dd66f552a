
check_PROGRAMS += tests/dynamics/check_corpus
TESTS += tests/dynamics/check_corpus
tests_dynamics_check_corpus_SOURCES = tests/dynamics/check_corpus.c tests/dynamics/corpus.h tests/dynamics/features.h tests/parity/fields.h tests/visit.h tests/parity/replay.h
tests_dynamics_check_corpus_CPPFLAGS = $(test_cppflags)
CLEANFILES += tests/dynamics/coverage.txt
