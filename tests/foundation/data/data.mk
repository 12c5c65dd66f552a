check_PROGRAMS += tests/foundation/data/check_model
TESTS += tests/foundation/data/check_model
tests_foundation_data_check_model_SOURCES = tests/foundation/data/check_model.c tests/foundation/data/support.h
tests_foundation_data_check_model_CPPFLAGS = $(test_cppflags)
tests_foundation_data_check_model_LDADD = $(whitebox)

check_PROGRAMS += tests/foundation/data/check_image
TESTS += tests/foundation/data/check_image
tests_foundation_data_check_image_SOURCES = tests/foundation/data/check_image.c tests/foundation/data/support.h
tests_foundation_data_check_image_CPPFLAGS = $(test_cppflags)
tests_foundation_data_check_image_LDADD = $(whitebox)

check_PROGRAMS += tests/foundation/data/check_data
TESTS += tests/foundation/data/check_data
tests_foundation_data_check_data_SOURCES = tests/foundation/data/check_data.c tests/foundation/data/support.h
tests_foundation_data_check_data_CPPFLAGS = $(test_cppflags)
tests_foundation_data_check_data_LDADD = $(whitebox)

check_PROGRAMS += tests/foundation/data/check_stack
TESTS += tests/foundation/data/check_stack
tests_foundation_data_check_stack_SOURCES = tests/foundation/data/check_stack.c tests/foundation/data/support.h
tests_foundation_data_check_stack_CPPFLAGS = $(test_cppflags)
tests_foundation_data_check_stack_LDADD = $(whitebox)

check_PROGRAMS += tests/foundation/data/check_state
TESTS += tests/foundation/data/check_state
tests_foundation_data_check_state_SOURCES = tests/foundation/data/check_state.c tests/foundation/data/support.h
tests_foundation_data_check_state_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/data/check_errors
TESTS += tests/foundation/data/check_errors
tests_foundation_data_check_errors_SOURCES = tests/foundation/data/check_errors.c tests/foundation/data/support.h
tests_foundation_data_check_errors_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/data/check_threads
TESTS += tests/foundation/data/check_threads
tests_foundation_data_check_threads_SOURCES = tests/foundation/data/check_threads.c tests/foundation/data/support.h
tests_foundation_data_check_threads_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/data/check_parallel
TESTS += tests/foundation/data/check_parallel
tests_foundation_data_check_parallel_SOURCES = tests/foundation/data/check_parallel.c tests/foundation/data/support.h
tests_foundation_data_check_parallel_CPPFLAGS = $(test_cppflags)
tests_foundation_data_check_parallel_LDADD = $(whitebox)

check_PROGRAMS += tests/foundation/data/check_keyframe
TESTS += tests/foundation/data/check_keyframe
tests_foundation_data_check_keyframe_SOURCES = tests/foundation/data/check_keyframe.c
tests_foundation_data_check_keyframe_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/foundation/data/check_file
TESTS += tests/foundation/data/check_file
tests_foundation_data_check_file_SOURCES = tests/foundation/data/check_file.c
tests_foundation_data_check_file_CPPFLAGS = $(test_cppflags)
