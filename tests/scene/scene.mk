# golden.inc and flexes.poses are recorded from the reference by record.c
EXTRA_DIST += tests/scene/record.c tests/scene/golden.inc tests/scene/everything.xml tests/scene/flexes.xml \
  tests/scene/flexes.poses

check_PROGRAMS += tests/scene/check_golden
TESTS += tests/scene/check_golden
tests_scene_check_golden_SOURCES = tests/scene/check_golden.c tests/scene/views.h tests/support.h
tests_scene_check_golden_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/scene/check_scene
TESTS += tests/scene/check_scene
tests_scene_check_scene_SOURCES = tests/scene/check_scene.c tests/scene/everything.h tests/support.h
tests_scene_check_scene_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/scene/check_mouse
TESTS += tests/scene/check_mouse
tests_scene_check_mouse_SOURCES = tests/scene/check_mouse.c tests/scene/everything.h tests/support.h
tests_scene_check_mouse_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/scene/check_catenary
TESTS += tests/scene/check_catenary
tests_scene_check_catenary_SOURCES = tests/scene/check_catenary.c tests/support.h
tests_scene_check_catenary_CPPFLAGS = $(test_cppflags)
tests_scene_check_catenary_LDADD = $(whitebox)

check_PROGRAMS += tests/scene/check_plugins
TESTS += tests/scene/check_plugins
tests_scene_check_plugins_SOURCES = tests/scene/check_plugins.c tests/support.h
tests_scene_check_plugins_CPPFLAGS = $(test_cppflags)
