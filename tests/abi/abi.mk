# recorded interface of 3.6.0, and the checks that are generated from it
abi_tables = tests/data/abi/abi-sizes.tsv tests/data/abi/abi-structs.tsv tests/data/abi/abi-enums.tsv tests/data/abi/abi-typedefs.tsv \
  tests/data/abi/abi-functions.tsv tests/data/abi/abi-globals.tsv
EXTRA_DIST += $(abi_tables) tests/abi/generate.awk tests/abi/check_headers.sh
tests/abi/assertions.c: $(abi_tables) tests/abi/generate.awk
	$(AM_V_GEN)mkdir -p $(@D) && $(AWK) -f $(srcdir)/tests/abi/generate.awk \
	  `for t in $(abi_tables); do echo $(srcdir)/$$t; done` > $@.new && mv $@.new $@
CLEANFILES += tests/abi/assertions.c

check_PROGRAMS += tests/abi/check_abi
TESTS += tests/abi/check_abi
tests_abi_check_abi_SOURCES = tests/abi/check_abi.c
nodist_tests_abi_check_abi_SOURCES = tests/abi/assertions.c
tests_abi_check_abi_CPPFLAGS = $(test_cppflags)

# every name, bound when the program starts
EXTRA_DIST += tests/abi/references.awk
abi_names = tests/data/abi/missing.txt tests/data/abi/abi-functions.tsv tests/data/abi/abi-globals.tsv include/fulcrum/compat.h
tests/abi/references.c: $(abi_names) tests/abi/references.awk
	$(AM_V_GEN)mkdir -p $(@D) && $(AWK) -f $(srcdir)/tests/abi/references.awk \
	  `for t in $(abi_names); do echo $(srcdir)/$$t; done` > $@.new && mv $@.new $@
CLEANFILES += tests/abi/references.c

check_PROGRAMS += tests/abi/check_references
TESTS += tests/abi/check_references
tests_abi_check_references_SOURCES = tests/abi/check_references.c
nodist_tests_abi_check_references_SOURCES = tests/abi/references.c
tests_abi_check_references_CPPFLAGS = $(test_cppflags)
tests_abi_check_references_LDFLAGS = $(AM_LDFLAGS) $(now_ldflags)

TESTS += tests/abi/check_headers.sh

# the structs as Python sees them; mirror.inc is written by python/mirror.py
check_PROGRAMS += tests/abi/check_mirror
TESTS += tests/abi/check_mirror
tests_abi_check_mirror_SOURCES = tests/abi/check_mirror.c tests/abi/mirror.inc
tests_abi_check_mirror_CPPFLAGS = $(test_cppflags)

# not installed: writes what Python reads
EXTRA_DIST += python/mirror.py

# growth of the SDK: modules of the saved headers of 1.0, and of headers with further members
TESTS += tests/abi/check_sdk.sh
EXTRA_DIST += tests/abi/check_sdk.sh tests/abi/sdk_structs.awk tests/abi/sdk_layout.awk tests/abi/newer_headers.awk tests/abi/newer.c \
  tests/abi/sdk-1.0
