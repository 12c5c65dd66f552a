# scene.mjb and scene_reset.bin are recorded from the reference: a program that loads scene.xml,
# writes mj_saveModel's bytes to the one and, after mj_makeData, the nbuffer bytes of mjData.buffer
# to the other.
EXTRA_DIST += \
  tests/data/scene.mjb \
  tests/data/scene.xml \
  tests/data/scene_reset.bin

check_PROGRAMS += tests/data/check_model
TESTS += tests/data/check_model
tests_data_check_model_SOURCES = tests/data/check_model.c tests/data/support.h
tests_data_check_model_CPPFLAGS = $(test_cppflags)
tests_data_check_model_LDADD = $(whitebox)

check_PROGRAMS += tests/data/check_image
TESTS += tests/data/check_image
tests_data_check_image_SOURCES = tests/data/check_image.c tests/data/support.h
tests_data_check_image_CPPFLAGS = $(test_cppflags)
tests_data_check_image_LDADD = $(whitebox)

check_PROGRAMS += tests/data/check_data
TESTS += tests/data/check_data
tests_data_check_data_SOURCES = tests/data/check_data.c tests/data/support.h
tests_data_check_data_CPPFLAGS = $(test_cppflags)
tests_data_check_data_LDADD = $(whitebox)

check_PROGRAMS += tests/data/check_stack
TESTS += tests/data/check_stack
tests_data_check_stack_SOURCES = tests/data/check_stack.c tests/data/support.h
tests_data_check_stack_CPPFLAGS = $(test_cppflags)
tests_data_check_stack_LDADD = $(whitebox)

check_PROGRAMS += tests/data/check_state
TESTS += tests/data/check_state
tests_data_check_state_SOURCES = tests/data/check_state.c tests/data/support.h
tests_data_check_state_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/data/check_errors
TESTS += tests/data/check_errors
tests_data_check_errors_SOURCES = tests/data/check_errors.c tests/data/support.h
tests_data_check_errors_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/data/check_threads
TESTS += tests/data/check_threads
tests_data_check_threads_SOURCES = tests/data/check_threads.c tests/data/support.h
tests_data_check_threads_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/data/check_keyframe
TESTS += tests/data/check_keyframe
tests_data_check_keyframe_SOURCES = tests/data/check_keyframe.c
tests_data_check_keyframe_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/data/check_file
TESTS += tests/data/check_file
tests_data_check_file_SOURCES = tests/data/check_file.c
tests_data_check_file_CPPFLAGS = $(test_cppflags)
