
check_PROGRAMS += tests/collision/check_primitive
TESTS += tests/collision/check_primitive
tests_collision_check_primitive_SOURCES = tests/collision/check_primitive.c tests/collision/support.h
tests_collision_check_primitive_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/collision/check_box
TESTS += tests/collision/check_box
tests_collision_check_box_SOURCES = tests/collision/check_box.c tests/collision/support.h
tests_collision_check_box_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/collision/check_convex
TESTS += tests/collision/check_convex
tests_collision_check_convex_SOURCES = tests/collision/check_convex.c tests/collision/support.h
tests_collision_check_convex_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/collision/check_invariance
TESTS += tests/collision/check_invariance
tests_collision_check_invariance_SOURCES = tests/collision/check_invariance.c tests/collision/support.h
tests_collision_check_invariance_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/collision/check_hfield
TESTS += tests/collision/check_hfield
tests_collision_check_hfield_SOURCES = tests/collision/check_hfield.c tests/collision/support.h
tests_collision_check_hfield_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/collision/check_ccd
TESTS += tests/collision/check_ccd
tests_collision_check_ccd_SOURCES = tests/collision/check_ccd.c tests/collision/support.h
tests_collision_check_ccd_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/collision/check_sdf
TESTS += tests/collision/check_sdf
tests_collision_check_sdf_SOURCES = tests/collision/check_sdf.c tests/collision/support.h
tests_collision_check_sdf_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/collision/check_properties
TESTS += tests/collision/check_properties
tests_collision_check_properties_SOURCES = tests/collision/check_properties.c tests/collision/properties.h tests/collision/properties_boxes.c \
  tests/collision/properties_capsules.c tests/collision/properties_convex.c tests/collision/properties_fields.c tests/collision/properties_measure.c \
  tests/collision/properties_measure.h tests/collision/properties_pairs.c tests/collision/properties_quotas.c tests/collision/properties_shapes.c \
  tests/collision/properties_signed.c tests/collision/support.h
tests_collision_check_properties_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/collision/check_poses
TESTS += tests/collision/check_poses
tests_collision_check_poses_SOURCES = tests/collision/check_poses.c tests/collision/support.h
tests_collision_check_poses_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/collision/check_known_answers
TESTS += tests/collision/check_known_answers
tests_collision_check_known_answers_SOURCES = tests/collision/check_known_answers.c tests/collision/known_answers.h \
  tests/collision/known_answers_convex.c tests/collision/known_answers_fields.c tests/collision/known_answers_forms.c \
  tests/collision/properties.h tests/collision/properties_pairs.c tests/collision/properties_shapes.c tests/collision/support.h
tests_collision_check_known_answers_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/collision/check_triangles
TESTS += tests/collision/check_triangles
tests_collision_check_triangles_SOURCES = tests/collision/check_triangles.c tests/collision/flex_scene.h tests/collision/support.h
tests_collision_check_triangles_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/collision/check_flex
TESTS += tests/collision/check_flex
tests_collision_check_flex_SOURCES = tests/collision/check_flex.c tests/collision/flex_contacts.h tests/collision/flex_scene.h tests/collision/support.h
tests_collision_check_flex_CPPFLAGS = $(test_cppflags)
