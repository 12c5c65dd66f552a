check_PROGRAMS += tests/assets/check_meshes tests/assets/check_decoders
TESTS += tests/assets/check_meshes
TESTS += tests/assets/check_decoders
tests_assets_check_meshes_SOURCES = tests/assets/check_meshes.c tests/assets/support.h tests/compiler/support.h
tests_assets_check_meshes_CPPFLAGS = $(test_cppflags)
tests_assets_check_decoders_SOURCES = tests/assets/check_decoders.c tests/assets/support.h tests/compiler/support.h
tests_assets_check_decoders_CPPFLAGS = $(test_cppflags)
check_PROGRAMS += tests/assets/check_march
TESTS += tests/assets/check_march
tests_assets_check_march_SOURCES = tests/assets/check_march.c tests/assets/support.h tests/compiler/support.h
tests_assets_check_march_CPPFLAGS = $(test_cppflags)
tests_assets_check_march_LDADD = $(whitebox)
check_PROGRAMS += tests/assets/check_mutations
TESTS += tests/assets/check_mutations
tests_assets_check_mutations_SOURCES = tests/assets/check_mutations.c tests/assets/support.h tests/compiler/support.h
tests_assets_check_mutations_CPPFLAGS = $(test_cppflags)

# letter.so counts how often it decodes
check_LTLIBRARIES += tests/assets/letter.la
tests_assets_letter_la_SOURCES = tests/assets/letter.c
tests_assets_letter_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
check_PROGRAMS += tests/assets/check_decode_cache
TESTS += tests/assets/check_decode_cache
tests_assets_check_decode_cache_SOURCES = tests/assets/check_decode_cache.c tests/kernel/support.h
tests_assets_check_decode_cache_CPPFLAGS = $(test_cppflags)
