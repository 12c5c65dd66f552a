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

# pictures/ is recorded from the reference by record_pictures.c; both tests need OSMesa, and are skipped without
EXTRA_DIST += tests/drawing/scene.xml tests/drawing/lines.xml tests/drawing/pictures tests/drawing/record_pictures.c

check_PROGRAMS += tests/drawing/check_pictures
TESTS += tests/drawing/check_pictures
tests_drawing_check_pictures_SOURCES = tests/drawing/check_pictures.c tests/drawing/screen.h tests/drawing/shots.h \
  tests/drawing/png_file.h
tests_drawing_check_pictures_CPPFLAGS = $(test_cppflags) $(PNG_CFLAGS)
tests_drawing_check_pictures_LDADD = $(LDADD) $(PNG_LIBS)

check_PROGRAMS += tests/drawing/check_flat
TESTS += tests/drawing/check_flat
tests_drawing_check_flat_SOURCES = tests/drawing/check_flat.c tests/drawing/screen.h
tests_drawing_check_flat_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/drawing/check_faults
TESTS += tests/drawing/check_faults
tests_drawing_check_faults_SOURCES = tests/drawing/check_faults.c tests/drawing/screen.h
tests_drawing_check_faults_CPPFLAGS = $(test_cppflags)

# rays need the module raytrace, comparison with OpenGL also OSMesa
check_PROGRAMS += tests/drawing/check_raytrace
TESTS += tests/drawing/check_raytrace
tests_drawing_check_raytrace_SOURCES = tests/drawing/check_raytrace.c tests/drawing/screen.h tests/drawing/shots.h \
  tests/drawing/png_file.h
tests_drawing_check_raytrace_CPPFLAGS = $(test_cppflags) $(PNG_CFLAGS)
tests_drawing_check_raytrace_LDADD = $(LDADD) $(PNG_LIBS)

# the same in two dimensions as of gl
check_PROGRAMS += tests/drawing/check_flat_raytrace
TESTS += tests/drawing/check_flat_raytrace
tests_drawing_check_flat_raytrace_SOURCES = tests/drawing/check_flat.c tests/drawing/screen.h
tests_drawing_check_flat_raytrace_CPPFLAGS = $(test_cppflags) -DTEST_RAYTRACE

# the command
TESTS += tests/drawing/check_render.sh
EXTRA_DIST += tests/drawing/check_render.sh

# cameras, lights and geoms without numbers, and depth; the same for both renderers
check_PROGRAMS += tests/drawing/check_cameras tests/drawing/check_cameras_raytrace
TESTS += tests/drawing/check_cameras tests/drawing/check_cameras_raytrace
tests_drawing_check_cameras_SOURCES = tests/drawing/check_cameras.c tests/drawing/screen.h
tests_drawing_check_cameras_CPPFLAGS = $(test_cppflags)
tests_drawing_check_cameras_raytrace_SOURCES = $(tests_drawing_check_cameras_SOURCES)
tests_drawing_check_cameras_raytrace_CPPFLAGS = $(test_cppflags) -DTEST_RAYTRACE

check_PROGRAMS += tests/drawing/check_depth tests/drawing/check_depth_raytrace
TESTS += tests/drawing/check_depth tests/drawing/check_depth_raytrace
tests_drawing_check_depth_SOURCES = tests/drawing/check_depth.c tests/drawing/screen.h tests/drawing/png_file.h
tests_drawing_check_depth_CPPFLAGS = $(test_cppflags) $(PNG_CFLAGS)
tests_drawing_check_depth_LDADD = $(LDADD) $(PNG_LIBS)
tests_drawing_check_depth_raytrace_SOURCES = $(tests_drawing_check_depth_SOURCES)
tests_drawing_check_depth_raytrace_CPPFLAGS = $(tests_drawing_check_depth_CPPFLAGS) -DTEST_RAYTRACE
tests_drawing_check_depth_raytrace_LDADD = $(LDADD) $(PNG_LIBS)
