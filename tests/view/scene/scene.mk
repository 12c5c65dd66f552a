# golden.inc and tests/data/view/scene/flexes.poses are recorded from the reference by record.c
EXTRA_DIST += tests/view/scene/record.c tests/view/scene/golden.inc

check_PROGRAMS += tests/view/scene/check_golden
TESTS += tests/view/scene/check_golden
tests_view_scene_check_golden_SOURCES = tests/view/scene/check_golden.c tests/view/scene/views.h tests/support.h
tests_view_scene_check_golden_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/view/scene/check_scene
TESTS += tests/view/scene/check_scene
tests_view_scene_check_scene_SOURCES = tests/view/scene/check_scene.c tests/view/scene/everything.h tests/support.h
tests_view_scene_check_scene_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/view/scene/check_mouse
TESTS += tests/view/scene/check_mouse
tests_view_scene_check_mouse_SOURCES = tests/view/scene/check_mouse.c tests/view/scene/everything.h tests/support.h
tests_view_scene_check_mouse_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/view/scene/check_catenary
TESTS += tests/view/scene/check_catenary
tests_view_scene_check_catenary_SOURCES = tests/view/scene/check_catenary.c tests/support.h
tests_view_scene_check_catenary_CPPFLAGS = $(test_cppflags)
tests_view_scene_check_catenary_LDADD = $(whitebox)

check_PROGRAMS += tests/view/scene/check_plugins
TESTS += tests/view/scene/check_plugins
tests_view_scene_check_plugins_SOURCES = tests/view/scene/check_plugins.c tests/support.h
tests_view_scene_check_plugins_CPPFLAGS = $(test_cppflags)
