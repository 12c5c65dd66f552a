# contact models that the test programs bring along; see laws.h
check_PROGRAMS += tests/contact_models/check_scenes
TESTS += tests/contact_models/check_scenes
tests_contact_models_check_scenes_SOURCES = tests/contact_models/check_scenes.c $(contact_scene_sources)
tests_contact_models_check_scenes_CPPFLAGS = $(test_cppflags)
check_PROGRAMS += tests/contact_models/check_potential tests/contact_models/check_force tests/contact_models/check_state \
  tests/contact_models/check_heap
TESTS += tests/contact_models/check_potential tests/contact_models/check_force tests/contact_models/check_state \
  tests/contact_models/check_heap
tests_contact_models_check_potential_SOURCES = tests/contact_models/check_potential.c tests/contact_models/laws.h
tests_contact_models_check_potential_CPPFLAGS = $(test_cppflags)
tests_contact_models_check_force_SOURCES = tests/contact_models/check_force.c tests/contact_models/laws.h
tests_contact_models_check_force_CPPFLAGS = $(test_cppflags)
tests_contact_models_check_state_SOURCES = tests/contact_models/check_state.c tests/contact_models/laws.h
tests_contact_models_check_state_CPPFLAGS = $(test_cppflags)
tests_contact_models_check_heap_SOURCES = tests/contact_models/check_heap.c tests/contact_models/laws.h tests/heap.c tests/heap.h
tests_contact_models_check_heap_CPPFLAGS = $(test_cppflags)

# what functions, sensors, drawings and columns tell of the same contacts
check_PROGRAMS += tests/contact_models/check_weight
TESTS += tests/contact_models/check_weight
tests_contact_models_check_weight_SOURCES = tests/contact_models/check_weight.c tools/common/columns.c tools/common/columns.h \
  tools/options.c tools/tool.h
tests_contact_models_check_weight_CPPFLAGS = $(test_cppflags)
