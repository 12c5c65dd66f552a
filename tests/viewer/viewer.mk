# The viewer under Xvfb, with events from files; skipped where there is no Xvfb or configure found no GLFW
EXTRA_DIST += tests/viewer/check_viewer.sh tests/viewer/display.sh
TESTS += tests/viewer/check_viewer.sh

# what the script calls: compares two pictures; shows a model in memory; sends events through the X server
check_PROGRAMS += tests/viewer/given_model
tests_viewer_given_model_SOURCES = tests/viewer/given_model.c
check_PROGRAMS += tests/viewer/compare_pictures
tests_viewer_compare_pictures_SOURCES = tests/viewer/compare_pictures.c tests/view/draw/png_file.h
tests_viewer_compare_pictures_CPPFLAGS = $(AM_CPPFLAGS) $(PNG_CFLAGS)
tests_viewer_compare_pictures_LDADD = $(PNG_LIBS)

# preloaded in builds with sanitizers; it has no sanitizer, because it is loaded into the shell as well
check_LTLIBRARIES += tests/viewer/keep_open.la
tests_viewer_keep_open_la_SOURCES = tests/viewer/keep_open.c
tests_viewer_keep_open_la_CFLAGS = $(AM_CFLAGS) -fno-sanitize=all -fvisibility=default
tests_viewer_keep_open_la_LDFLAGS = -module -avoid-version -shared -rpath $(abs_builddir)

if HAVE_GLFW
# a program with a window of its own
check_PROGRAMS += tests/viewer/own_window
tests_viewer_own_window_SOURCES = tests/viewer/own_window.c
tests_viewer_own_window_CPPFLAGS = $(AM_CPPFLAGS) $(GLFW_CFLAGS)
tests_viewer_own_window_LDADD = libfulcrum.la $(GLFW_LIBS) -lm
endif

if HAVE_X11
check_PROGRAMS += tests/viewer/send_events
tests_viewer_send_events_SOURCES = tests/viewer/send_events.c
tests_viewer_send_events_CPPFLAGS = $(AM_CPPFLAGS) $(X11_CFLAGS)
tests_viewer_send_events_LDADD = $(X11_LIBS)
endif
