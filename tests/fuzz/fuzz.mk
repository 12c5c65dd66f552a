check_PROGRAMS += tests/fuzz/check_replay
TESTS += tests/fuzz/check_replay
tests_fuzz_check_replay_SOURCES = tests/fuzz/check_replay.c tests/fuzz/mjcf_fuzz.c tests/fuzz/fuzz.h
tests_fuzz_check_replay_CPPFLAGS = $(test_cppflags)
EXTRA_DIST += tests/fuzz/corpus tests/fuzz/README.md

# configured with --enable-fuzzing: the target and its dictionary, `make fuzz` builds and runs it
if FUZZING
noinst_PROGRAMS += tests/fuzz/mjcf_fuzz tests/fuzz/dictionary
tests_fuzz_mjcf_fuzz_SOURCES = tests/fuzz/mjcf_fuzz.c tests/fuzz/fuzz.h
tests_fuzz_mjcf_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_mjcf_fuzz_LDADD = libfulcrum.la
tests_fuzz_dictionary_SOURCES = tests/fuzz/dictionary.c
tests_fuzz_dictionary_LDADD = libfulcrum.la
tests/fuzz/mjcf.dict: tests/fuzz/dictionary
	$(AM_V_GEN)tests/fuzz/dictionary > $@
CLEANFILES += tests/fuzz/mjcf.dict

FUZZ_SECONDS = 1800
FUZZ_FLAGS =
fuzz: tests/fuzz/mjcf_fuzz tests/fuzz/mjcf.dict
	$(MKDIR_P) tests/fuzz/found
	ASAN_OPTIONS=allocator_may_return_null=1 tests/fuzz/mjcf_fuzz -dict=tests/fuzz/mjcf.dict \
	  -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=3000 -timeout=20 -artifact_prefix=tests/fuzz/found/ $(FUZZ_FLAGS) \
	  tests/fuzz/found $(srcdir)/tests/fuzz/corpus
.PHONY: fuzz
endif
