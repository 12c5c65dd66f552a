# scene.mjb and scene_reset.bin are recorded from the reference: a program that loads scene.xml,
# writes mj_saveModel's bytes to the one and, after mj_makeData, the nbuffer bytes of mjData.buffer
# to the other.
EXTRA_DIST += \
  tests/memory/scene.mjb \
  tests/memory/scene.xml \
  tests/memory/scene_reset.bin

check_PROGRAMS += tests/memory/check_model
TESTS += tests/memory/check_model
tests_memory_check_model_SOURCES = tests/memory/check_model.c tests/memory/support.h
tests_memory_check_model_CPPFLAGS = $(test_cppflags)
tests_memory_check_model_LDADD = $(whitebox)

check_PROGRAMS += tests/memory/check_image
TESTS += tests/memory/check_image
tests_memory_check_image_SOURCES = tests/memory/check_image.c tests/memory/support.h
tests_memory_check_image_CPPFLAGS = $(test_cppflags)
tests_memory_check_image_LDADD = $(whitebox)

check_PROGRAMS += tests/memory/check_data
TESTS += tests/memory/check_data
tests_memory_check_data_SOURCES = tests/memory/check_data.c tests/memory/support.h
tests_memory_check_data_CPPFLAGS = $(test_cppflags)
tests_memory_check_data_LDADD = $(whitebox)

check_PROGRAMS += tests/memory/check_stack
TESTS += tests/memory/check_stack
tests_memory_check_stack_SOURCES = tests/memory/check_stack.c tests/memory/support.h
tests_memory_check_stack_CPPFLAGS = $(test_cppflags)
tests_memory_check_stack_LDADD = $(whitebox)

check_PROGRAMS += tests/memory/check_state
TESTS += tests/memory/check_state
tests_memory_check_state_SOURCES = tests/memory/check_state.c tests/memory/support.h
tests_memory_check_state_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/memory/check_errors
TESTS += tests/memory/check_errors
tests_memory_check_errors_SOURCES = tests/memory/check_errors.c tests/memory/support.h
tests_memory_check_errors_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/memory/check_threads
TESTS += tests/memory/check_threads
tests_memory_check_threads_SOURCES = tests/memory/check_threads.c tests/memory/support.h
tests_memory_check_threads_CPPFLAGS = $(test_cppflags)
