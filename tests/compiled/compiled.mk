check_PROGRAMS += tests/compiled/check_lanes
TESTS += tests/compiled/check_lanes
tests_compiled_check_lanes_SOURCES = tests/compiled/check_lanes.c tests/physics/batch/support.h
EXTRA_DIST += tests/compiled/biped.xml
tests_compiled_check_lanes_CPPFLAGS = $(test_cppflags)
