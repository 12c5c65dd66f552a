# replay of the corpora, in every build
check_PROGRAMS += tests/fuzz/replay_mjcf
TESTS += tests/fuzz/replay_mjcf
tests_fuzz_replay_mjcf_SOURCES = tests/fuzz/check_replay.c tests/fuzz/mjcf_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_replay_mjcf_CPPFLAGS = $(test_cppflags) -DCORPUS='"mjcf"'
check_PROGRAMS += tests/fuzz/replay_urdf
TESTS += tests/fuzz/replay_urdf
tests_fuzz_replay_urdf_SOURCES = tests/fuzz/check_replay.c tests/fuzz/mjcf_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_replay_urdf_CPPFLAGS = $(test_cppflags) -DCORPUS='"urdf"'
check_PROGRAMS += tests/fuzz/replay_flex
TESTS += tests/fuzz/replay_flex
tests_fuzz_replay_flex_SOURCES = tests/fuzz/check_replay.c tests/fuzz/mjcf_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_replay_flex_CPPFLAGS = $(test_cppflags) -DCORPUS='"flex"'
check_PROGRAMS += tests/fuzz/replay_files
TESTS += tests/fuzz/replay_files
tests_fuzz_replay_files_SOURCES = tests/fuzz/check_replay.c tests/fuzz/files_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_replay_files_CPPFLAGS = $(test_cppflags) -DCORPUS='"files"'
check_PROGRAMS += tests/fuzz/replay_asset
TESTS += tests/fuzz/replay_asset
tests_fuzz_replay_asset_SOURCES = tests/fuzz/check_replay.c tests/fuzz/asset_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_replay_asset_CPPFLAGS = $(test_cppflags) -DCORPUS='"asset"'
check_PROGRAMS += tests/fuzz/replay_mesh
TESTS += tests/fuzz/replay_mesh
tests_fuzz_replay_mesh_SOURCES = tests/fuzz/check_replay.c tests/fuzz/mesh_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_replay_mesh_CPPFLAGS = $(test_cppflags) -DCORPUS='"mesh"'
check_PROGRAMS += tests/fuzz/replay_mjb
TESTS += tests/fuzz/replay_mjb
tests_fuzz_replay_mjb_SOURCES = tests/fuzz/check_replay.c tests/fuzz/mjb_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_replay_mjb_CPPFLAGS = $(test_cppflags) -DCORPUS='"mjb"'

# configured with --enable-fuzzing: the targets and the dictionary, `make fuzz` builds and runs one
FUZZ = mjcf
FUZZ_CORPUS = $(FUZZ)
FUZZ_SECONDS = 1800
FUZZ_FLAGS =
if FUZZING
noinst_PROGRAMS += tests/fuzz/dictionary
noinst_PROGRAMS += tests/fuzz/mjcf_fuzz
tests_fuzz_mjcf_fuzz_SOURCES = tests/fuzz/mjcf_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_mjcf_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_mjcf_fuzz_LDADD = libfulcrum.la
noinst_PROGRAMS += tests/fuzz/files_fuzz
tests_fuzz_files_fuzz_SOURCES = tests/fuzz/files_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_files_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_files_fuzz_LDADD = libfulcrum.la
noinst_PROGRAMS += tests/fuzz/asset_fuzz
tests_fuzz_asset_fuzz_SOURCES = tests/fuzz/asset_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_asset_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_asset_fuzz_LDADD = libfulcrum.la
noinst_PROGRAMS += tests/fuzz/mesh_fuzz
tests_fuzz_mesh_fuzz_SOURCES = tests/fuzz/mesh_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_mesh_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_mesh_fuzz_LDADD = libfulcrum.la
noinst_PROGRAMS += tests/fuzz/mjb_fuzz
tests_fuzz_mjb_fuzz_SOURCES = tests/fuzz/mjb_fuzz.c tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_mjb_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_mjb_fuzz_LDADD = libfulcrum.la
tests_fuzz_dictionary_SOURCES = tests/fuzz/dictionary.c
tests_fuzz_dictionary_LDADD = libfulcrum.la
tests/fuzz/mjcf.dict: tests/fuzz/dictionary
	$(AM_V_GEN)tests/fuzz/dictionary > $@
CLEANFILES += tests/fuzz/mjcf.dict

fuzz: tests/fuzz/$(FUZZ)_fuzz tests/fuzz/mjcf.dict
	$(MKDIR_P) tests/fuzz/found/$(FUZZ_CORPUS)
	ASAN_OPTIONS=allocator_may_return_null=1 tests/fuzz/$(FUZZ)_fuzz -dict=tests/fuzz/mjcf.dict \
	  -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=3000 -timeout=20 \
	  -artifact_prefix=tests/fuzz/found/$(FUZZ_CORPUS)/ $(FUZZ_FLAGS) \
	  tests/fuzz/found/$(FUZZ_CORPUS) $(srcdir)/tests/data/fuzz/corpus/$(FUZZ_CORPUS)
.PHONY: fuzz
endif

# numbers of binary models, in every build
check_PROGRAMS += tests/fuzz/check_images
TESTS += tests/fuzz/check_images
image_sources = tests/fuzz/image_machine.c tests/fuzz/image_machine.h tests/fuzz/machine.c tests/fuzz/fuzz.h
tests_fuzz_check_images_SOURCES = tests/fuzz/check_images.c $(image_sources)
tests_fuzz_check_images_CPPFLAGS = $(test_cppflags)
check_PROGRAMS += tests/fuzz/replay_image
TESTS += tests/fuzz/replay_image
tests_fuzz_replay_image_SOURCES = tests/fuzz/check_replay.c tests/fuzz/image_fuzz.c $(image_sources)
tests_fuzz_replay_image_CPPFLAGS = $(test_cppflags) -DCORPUS='"image"'
if FUZZING
noinst_PROGRAMS += tests/fuzz/image_fuzz
tests_fuzz_image_fuzz_SOURCES = tests/fuzz/image_fuzz.c $(image_sources)
tests_fuzz_image_fuzz_CPPFLAGS = $(AM_CPPFLAGS) -DTEST_SOURCE_DIR=\"$(abs_top_srcdir)\"
tests_fuzz_image_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_image_fuzz_LDADD = libfulcrum.la
endif
