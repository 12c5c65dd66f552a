check_PROGRAMS += tests/contact/check_candidates
TESTS += tests/contact/check_candidates
tests_contact_check_candidates_SOURCES = tests/contact/check_candidates.c tests/contact/stack.h tests/collision/support.h
tests_contact_check_candidates_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/contact/check_assembly
TESTS += tests/contact/check_assembly
tests_contact_check_assembly_SOURCES = tests/contact/check_assembly.c tests/collision/support.h
tests_contact_check_assembly_CPPFLAGS = $(test_cppflags)
