check_PROGRAMS += tests/runtime/check_heap
TESTS += tests/runtime/check_heap
tests_runtime_check_heap_SOURCES = tests/runtime/check_heap.c tests/runtime/support.h tests/heap.c tests/heap.h
tests_runtime_check_heap_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/runtime/check_determinism
TESTS += tests/runtime/check_determinism
tests_runtime_check_determinism_SOURCES = tests/runtime/check_determinism.c tests/runtime/support.h
tests_runtime_check_determinism_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/runtime/check_rollouts
TESTS += tests/runtime/check_rollouts
tests_runtime_check_rollouts_SOURCES = tests/runtime/check_rollouts.c tests/runtime/support.h tests/dynamics/corpus.h
tests_runtime_check_rollouts_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/runtime/check_fork
TESTS += tests/runtime/check_fork
tests_runtime_check_fork_SOURCES = tests/runtime/check_fork.c tests/runtime/support.h tests/kernel/support.h
tests_runtime_check_fork_CPPFLAGS = $(test_cppflags)

# opens the library itself
check_PROGRAMS += tests/runtime/check_unload
TESTS += tests/runtime/check_unload
tests_runtime_check_unload_SOURCES = tests/runtime/check_unload.c
tests_runtime_check_unload_CPPFLAGS = $(test_cppflags)
tests_runtime_check_unload_LDADD = $(CHECK_LIBS)

check_PROGRAMS += tests/runtime/check_not_finite
TESTS += tests/runtime/check_not_finite
tests_runtime_check_not_finite_SOURCES = tests/runtime/check_not_finite.c tests/kernel/support.h
tests_runtime_check_not_finite_CPPFLAGS = $(test_cppflags)
