# tests/data/view/draw is recorded from the reference by record.c, record_ui.c and record_pictures.c
EXTRA_DIST += tests/view/draw/record.c tests/view/draw/record_ui.c tests/view/draw/record_pictures.c

check_PROGRAMS += tests/view/draw/check_interfaces
TESTS += tests/view/draw/check_interfaces
tests_view_draw_check_interfaces_SOURCES = tests/view/draw/check_interfaces.c tests/view/draw/describe.h
tests_view_draw_check_interfaces_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/view/draw/check_reports
TESTS += tests/view/draw/check_reports
tests_view_draw_check_reports_SOURCES = tests/view/draw/check_reports.c
tests_view_draw_check_reports_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/view/draw/check_ui
TESTS += tests/view/draw/check_ui
tests_view_draw_check_ui_SOURCES = tests/view/draw/check_ui.c tests/view/draw/ui_script.h tests/view/draw/ui_events.h
tests_view_draw_check_ui_CPPFLAGS = $(test_cppflags)

# tests of pictures need OSMesa, and are skipped without
check_PROGRAMS += tests/view/draw/check_pictures
TESTS += tests/view/draw/check_pictures
tests_view_draw_check_pictures_SOURCES = tests/view/draw/check_pictures.c tests/view/draw/screen.h tests/view/draw/shots.h \
  tests/view/draw/png_file.h
tests_view_draw_check_pictures_CPPFLAGS = $(test_cppflags) $(PNG_CFLAGS)
tests_view_draw_check_pictures_LDADD = $(LDADD) $(PNG_LIBS)

check_PROGRAMS += tests/view/draw/check_flat
TESTS += tests/view/draw/check_flat
tests_view_draw_check_flat_SOURCES = tests/view/draw/check_flat.c tests/view/draw/screen.h
tests_view_draw_check_flat_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/view/draw/check_faults
TESTS += tests/view/draw/check_faults
tests_view_draw_check_faults_SOURCES = tests/view/draw/check_faults.c tests/view/draw/screen.h
tests_view_draw_check_faults_CPPFLAGS = $(test_cppflags)

# rays need the module raytrace, comparison with OpenGL also OSMesa
check_PROGRAMS += tests/view/draw/check_raytrace
TESTS += tests/view/draw/check_raytrace
tests_view_draw_check_raytrace_SOURCES = tests/view/draw/check_raytrace.c tests/view/draw/screen.h tests/view/draw/shots.h \
  tests/view/draw/png_file.h
tests_view_draw_check_raytrace_CPPFLAGS = $(test_cppflags) $(PNG_CFLAGS)
tests_view_draw_check_raytrace_LDADD = $(LDADD) $(PNG_LIBS)

# the same in two dimensions as of gl
check_PROGRAMS += tests/view/draw/check_flat_raytrace
TESTS += tests/view/draw/check_flat_raytrace
tests_view_draw_check_flat_raytrace_SOURCES = tests/view/draw/check_flat.c tests/view/draw/screen.h
tests_view_draw_check_flat_raytrace_CPPFLAGS = $(test_cppflags) -DTEST_RAYTRACE

# the command
TESTS += tests/view/draw/check_render.sh
EXTRA_DIST += tests/view/draw/check_render.sh

# cameras, lights and geoms without numbers, and depth; the same for both renderers
check_PROGRAMS += tests/view/draw/check_cameras tests/view/draw/check_cameras_raytrace
TESTS += tests/view/draw/check_cameras tests/view/draw/check_cameras_raytrace
tests_view_draw_check_cameras_SOURCES = tests/view/draw/check_cameras.c tests/view/draw/screen.h
tests_view_draw_check_cameras_CPPFLAGS = $(test_cppflags)
tests_view_draw_check_cameras_raytrace_SOURCES = $(tests_view_draw_check_cameras_SOURCES)
tests_view_draw_check_cameras_raytrace_CPPFLAGS = $(test_cppflags) -DTEST_RAYTRACE

check_PROGRAMS += tests/view/draw/check_depth tests/view/draw/check_depth_raytrace
TESTS += tests/view/draw/check_depth tests/view/draw/check_depth_raytrace
tests_view_draw_check_depth_SOURCES = tests/view/draw/check_depth.c tests/view/draw/screen.h tests/view/draw/png_file.h
tests_view_draw_check_depth_CPPFLAGS = $(test_cppflags) $(PNG_CFLAGS)
tests_view_draw_check_depth_LDADD = $(LDADD) $(PNG_LIBS)
tests_view_draw_check_depth_raytrace_SOURCES = $(tests_view_draw_check_depth_SOURCES)
tests_view_draw_check_depth_raytrace_CPPFLAGS = $(tests_view_draw_check_depth_CPPFLAGS) -DTEST_RAYTRACE
tests_view_draw_check_depth_raytrace_LDADD = $(LDADD) $(PNG_LIBS)
