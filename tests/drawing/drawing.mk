# interfaces.txt is recorded from the reference by record.c
EXTRA_DIST += tests/drawing/interfaces.txt tests/drawing/record.c

check_PROGRAMS += tests/drawing/check_interfaces
TESTS += tests/drawing/check_interfaces
tests_drawing_check_interfaces_SOURCES = tests/drawing/check_interfaces.c tests/drawing/describe.h
tests_drawing_check_interfaces_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/drawing/check_reports
TESTS += tests/drawing/check_reports
tests_drawing_check_reports_SOURCES = tests/drawing/check_reports.c
tests_drawing_check_reports_CPPFLAGS = $(test_cppflags)

# ui_events.txt is recorded from the reference by record_ui.c
EXTRA_DIST += tests/drawing/ui_events.txt tests/drawing/record_ui.c
check_PROGRAMS += tests/drawing/check_ui
TESTS += tests/drawing/check_ui
tests_drawing_check_ui_SOURCES = tests/drawing/check_ui.c tests/drawing/ui_script.h tests/drawing/ui_events.h
tests_drawing_check_ui_CPPFLAGS = $(test_cppflags)
