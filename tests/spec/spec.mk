EXTRA_DIST += \
  tests/spec/defaults_golden.inc \
  tests/spec/orientation_golden.inc \
  tests/spec/shortcuts_golden.inc

check_PROGRAMS += tests/spec/check_cache
TESTS += tests/spec/check_cache
tests_spec_check_cache_SOURCES = tests/spec/check_cache.c tests/spec/suite.h
tests_spec_check_cache_CPPFLAGS = $(test_cppflags)
tests_spec_check_cache_LDADD = $(whitebox)

check_PROGRAMS += tests/spec/check_defaults
TESTS += tests/spec/check_defaults
tests_spec_check_defaults_SOURCES = tests/spec/check_defaults.c tests/spec/suite.h
tests_spec_check_defaults_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/spec/check_tree
TESTS += tests/spec/check_tree
tests_spec_check_tree_SOURCES = tests/spec/check_tree.c tests/spec/suite.h
tests_spec_check_tree_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/spec/check_attach
TESTS += tests/spec/check_attach
tests_spec_check_attach_SOURCES = tests/spec/check_attach.c tests/spec/suite.h
tests_spec_check_attach_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/spec/check_pending_keys
TESTS += tests/spec/check_pending_keys
tests_spec_check_pending_keys_SOURCES = tests/spec/check_pending_keys.c tests/spec/suite.h
tests_spec_check_pending_keys_CPPFLAGS = $(test_cppflags)
tests_spec_check_pending_keys_LDADD = $(whitebox)

check_PROGRAMS += tests/spec/check_shortcuts
TESTS += tests/spec/check_shortcuts
tests_spec_check_shortcuts_SOURCES = tests/spec/check_shortcuts.c tests/spec/suite.h
tests_spec_check_shortcuts_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/spec/check_orientation
TESTS += tests/spec/check_orientation
tests_spec_check_orientation_SOURCES = tests/spec/check_orientation.c tests/spec/suite.h
tests_spec_check_orientation_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/spec/check_handles
TESTS += tests/spec/check_handles
tests_spec_check_handles_SOURCES = tests/spec/check_handles.cc
tests_spec_check_handles_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/spec/check_sharing
TESTS += tests/spec/check_sharing
tests_spec_check_sharing_SOURCES = tests/spec/check_sharing.c tests/spec/suite.h
tests_spec_check_sharing_CPPFLAGS = $(test_cppflags)
tests_spec_check_sharing_LDADD = $(whitebox)

check_PROGRAMS += tests/spec/check_interface
TESTS += tests/spec/check_interface
tests_spec_check_interface_SOURCES = tests/spec/check_interface.c tests/spec/suite.h
tests_spec_check_interface_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/spec/check_services
TESTS += tests/spec/check_services
tests_spec_check_services_SOURCES = tests/spec/check_services.c tests/spec/suite.h
tests_spec_check_services_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/spec/check_cables
TESTS += tests/spec/check_cables
tests_spec_check_cables_SOURCES = tests/spec/check_cables.c tests/spec/suite.h
tests_spec_check_cables_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/spec/check_edits
TESTS += tests/spec/check_edits
tests_spec_check_edits_SOURCES = tests/spec/check_edits.c tests/spec/suite.h tests/compile/same_model.h
tests_spec_check_edits_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/spec/check_recorded
TESTS += tests/spec/check_recorded
tests_spec_check_recorded_SOURCES = tests/spec/check_recorded.c tests/spec/suite.h
tests_spec_check_recorded_CPPFLAGS = $(test_cppflags)
