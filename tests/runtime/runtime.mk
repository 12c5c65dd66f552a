check_PROGRAMS += tests/runtime/check_heap
TESTS += tests/runtime/check_heap
tests_runtime_check_heap_SOURCES = tests/runtime/check_heap.c tests/runtime/support.h
tests_runtime_check_heap_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/runtime/check_determinism
TESTS += tests/runtime/check_determinism
tests_runtime_check_determinism_SOURCES = tests/runtime/check_determinism.c tests/runtime/support.h
tests_runtime_check_determinism_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/runtime/check_rollouts
TESTS += tests/runtime/check_rollouts
tests_runtime_check_rollouts_SOURCES = tests/runtime/check_rollouts.c tests/runtime/support.h tests/dynamics/corpus.h
tests_runtime_check_rollouts_CPPFLAGS = $(test_cppflags)
