check_PROGRAMS += tests/physics/query/check_names
TESTS += tests/physics/query/check_names
tests_physics_query_check_names_SOURCES = tests/physics/query/check_names.c tests/foundation/data/support.h
tests_physics_query_check_names_CPPFLAGS = $(test_cppflags)
tests_physics_query_check_names_LDADD = $(whitebox)

check_PROGRAMS += tests/physics/query/check_print
TESTS += tests/physics/query/check_print
tests_physics_query_check_print_SOURCES = tests/physics/query/check_print.c tests/foundation/data/support.h
tests_physics_query_check_print_CPPFLAGS = $(test_cppflags)

# tests/data/physics/query/scene.txt is recorded from the reference by record_scene.c
EXTRA_DIST += tests/physics/query/record_scene.c
check_PROGRAMS += tests/physics/query/check_print_scene
TESTS += tests/physics/query/check_print_scene
tests_physics_query_check_print_scene_SOURCES = tests/physics/query/check_print_scene.c tests/physics/query/scene.h
tests_physics_query_check_print_scene_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/query/check_arguments
TESTS += tests/physics/query/check_arguments
tests_physics_query_check_arguments_SOURCES = tests/physics/query/check_arguments.c tests/dynamics/support.h
tests_physics_query_check_arguments_CPPFLAGS = $(test_cppflags)
