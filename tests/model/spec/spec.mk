EXTRA_DIST += \
  tests/model/spec/defaults_golden.inc \
  tests/model/spec/orientation_golden.inc \
  tests/model/spec/shortcuts_golden.inc

check_PROGRAMS += tests/model/spec/check_cache
TESTS += tests/model/spec/check_cache
tests_model_spec_check_cache_SOURCES = tests/model/spec/check_cache.c tests/model/spec/suite.h
tests_model_spec_check_cache_CPPFLAGS = $(test_cppflags)
tests_model_spec_check_cache_LDADD = $(whitebox)

check_PROGRAMS += tests/model/spec/check_defaults
TESTS += tests/model/spec/check_defaults
tests_model_spec_check_defaults_SOURCES = tests/model/spec/check_defaults.c tests/model/spec/suite.h
tests_model_spec_check_defaults_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/spec/check_tree
TESTS += tests/model/spec/check_tree
tests_model_spec_check_tree_SOURCES = tests/model/spec/check_tree.c tests/model/spec/suite.h
tests_model_spec_check_tree_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/spec/check_attach
TESTS += tests/model/spec/check_attach
tests_model_spec_check_attach_SOURCES = tests/model/spec/check_attach.c tests/model/spec/suite.h
tests_model_spec_check_attach_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/spec/check_pending_keys
TESTS += tests/model/spec/check_pending_keys
tests_model_spec_check_pending_keys_SOURCES = tests/model/spec/check_pending_keys.c tests/model/spec/suite.h
tests_model_spec_check_pending_keys_CPPFLAGS = $(test_cppflags)
tests_model_spec_check_pending_keys_LDADD = $(whitebox)

check_PROGRAMS += tests/model/spec/check_shortcuts
TESTS += tests/model/spec/check_shortcuts
tests_model_spec_check_shortcuts_SOURCES = tests/model/spec/check_shortcuts.c tests/model/spec/suite.h
tests_model_spec_check_shortcuts_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/spec/check_orientation
TESTS += tests/model/spec/check_orientation
tests_model_spec_check_orientation_SOURCES = tests/model/spec/check_orientation.c tests/model/spec/suite.h
tests_model_spec_check_orientation_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/spec/check_handles
TESTS += tests/model/spec/check_handles
tests_model_spec_check_handles_SOURCES = tests/model/spec/check_handles.cc
tests_model_spec_check_handles_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/spec/check_sharing
TESTS += tests/model/spec/check_sharing
tests_model_spec_check_sharing_SOURCES = tests/model/spec/check_sharing.c tests/model/spec/suite.h
tests_model_spec_check_sharing_CPPFLAGS = $(test_cppflags)
tests_model_spec_check_sharing_LDADD = $(whitebox)

check_PROGRAMS += tests/model/spec/check_interface
TESTS += tests/model/spec/check_interface
tests_model_spec_check_interface_SOURCES = tests/model/spec/check_interface.c tests/model/spec/suite.h
tests_model_spec_check_interface_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/spec/check_services
TESTS += tests/model/spec/check_services
tests_model_spec_check_services_SOURCES = tests/model/spec/check_services.c tests/model/spec/suite.h
tests_model_spec_check_services_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/spec/check_cables
TESTS += tests/model/spec/check_cables
tests_model_spec_check_cables_SOURCES = tests/model/spec/check_cables.c tests/model/spec/suite.h
tests_model_spec_check_cables_CPPFLAGS = $(test_cppflags)


check_PROGRAMS += tests/model/spec/check_recorded
TESTS += tests/model/spec/check_recorded
tests_model_spec_check_recorded_SOURCES = tests/model/spec/check_recorded.c tests/model/spec/suite.h
tests_model_spec_check_recorded_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/model/spec/check_differences
TESTS += tests/model/spec/check_differences
tests_model_spec_check_differences_SOURCES = tests/model/spec/check_differences.c tests/model/spec/suite.h
tests_model_spec_check_differences_CPPFLAGS = $(test_cppflags)
