check_PROGRAMS += tests/truths/check_conservation
TESTS += tests/truths/check_conservation
tests_truths_check_conservation_SOURCES = tests/truths/check_conservation.c tests/dynamics/support.h
tests_truths_check_conservation_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/truths/check_rotation
TESTS += tests/truths/check_rotation
tests_truths_check_rotation_SOURCES = tests/truths/check_rotation.c tests/dynamics/support.h
tests_truths_check_rotation_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/truths/check_closed_forms
TESTS += tests/truths/check_closed_forms
tests_truths_check_closed_forms_SOURCES = tests/truths/check_closed_forms.c tests/dynamics/support.h
tests_truths_check_closed_forms_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/truths/check_symmetry
TESTS += tests/truths/check_symmetry
tests_truths_check_symmetry_SOURCES = tests/truths/check_symmetry.c tests/dynamics/support.h
tests_truths_check_symmetry_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/truths/check_identities
TESTS += tests/truths/check_identities
tests_truths_check_identities_SOURCES = tests/truths/check_identities.c tests/dynamics/corpus.h \
  tests/solvers/optimum.h tests/physics/problem/scene.h
tests_truths_check_identities_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/truths/check_pipeline
TESTS += tests/truths/check_pipeline
tests_truths_check_pipeline_SOURCES = tests/truths/check_pipeline.c tests/dynamics/corpus.h tests/runtime/support.h
tests_truths_check_pipeline_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/truths/check_elasticity
TESTS += tests/truths/check_elasticity
tests_truths_check_elasticity_SOURCES = tests/truths/check_elasticity.c
tests_truths_check_elasticity_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/truths/check_cable
TESTS += tests/truths/check_cable
tests_truths_check_cable_SOURCES = tests/truths/check_cable.c tests/dynamics/support.h
tests_truths_check_cable_CPPFLAGS = $(test_cppflags)
