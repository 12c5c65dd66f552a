check_PROGRAMS += tests/physics/batch/check_columns
TESTS += tests/physics/batch/check_columns
tests_physics_batch_check_columns_SOURCES = tests/physics/batch/check_columns.c tests/physics/batch/support.h
tests_physics_batch_check_columns_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_constants
TESTS += tests/physics/batch/check_constants
tests_physics_batch_check_constants_SOURCES = tests/physics/batch/check_constants.c tests/physics/batch/support.h
tests_physics_batch_check_constants_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_continue
TESTS += tests/physics/batch/check_continue
tests_physics_batch_check_continue_SOURCES = tests/physics/batch/check_continue.c tests/physics/batch/support.h
tests_physics_batch_check_continue_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_equality
TESTS += tests/physics/batch/check_equality
tests_physics_batch_check_equality_SOURCES = tests/physics/batch/check_equality.c tests/physics/batch/support.h
tests_physics_batch_check_equality_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_failures
TESTS += tests/physics/batch/check_failures
tests_physics_batch_check_failures_SOURCES = tests/physics/batch/check_failures.c tests/physics/batch/support.h
tests_physics_batch_check_failures_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_rollout
TESTS += tests/physics/batch/check_rollout
tests_physics_batch_check_rollout_SOURCES = tests/physics/batch/check_rollout.c tests/physics/batch/support.h
tests_physics_batch_check_rollout_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_gather
TESTS += tests/physics/batch/check_gather
tests_physics_batch_check_gather_SOURCES = tests/physics/batch/check_gather.c tests/support.h
tests_physics_batch_check_gather_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_flight
TESTS += tests/physics/batch/check_flight
tests_physics_batch_check_flight_SOURCES = tests/physics/batch/check_flight.c tests/physics/batch/support.h
tests_physics_batch_check_flight_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_modules
TESTS += tests/physics/batch/check_modules
tests_physics_batch_check_modules_SOURCES = tests/physics/batch/check_modules.c tests/physics/batch/support.h
tests_physics_batch_check_modules_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_control
TESTS += tests/physics/batch/check_control
tests_physics_batch_check_control_SOURCES = tests/physics/batch/check_control.c tests/physics/batch/support.h
tests_physics_batch_check_control_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_heap
TESTS += tests/physics/batch/check_heap
tests_physics_batch_check_heap_SOURCES = tests/physics/batch/check_heap.c tests/physics/batch/support.h tests/heap.c tests/heap.h
tests_physics_batch_check_heap_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_fork
TESTS += tests/physics/batch/check_fork
tests_physics_batch_check_fork_SOURCES = tests/physics/batch/check_fork.c tests/physics/batch/support.h
tests_physics_batch_check_fork_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/batch/check_processors
TESTS += tests/physics/batch/check_processors
tests_physics_batch_check_processors_SOURCES = tests/physics/batch/check_processors.c tests/physics/batch/support.h
tests_physics_batch_check_processors_CPPFLAGS = $(test_cppflags)
tests_physics_batch_check_processors_LDADD = $(whitebox)

# a program that runs on MuJoCo 4.0.1 as well
check_PROGRAMS += tests/physics/batch/consumer
tests_physics_batch_consumer_SOURCES = tests/physics/batch/consumer.c
tests_physics_batch_consumer_CPPFLAGS = $(test_cppflags)
EXTRA_DIST += tests/physics/batch/check_consumer.sh
TESTS += tests/physics/batch/check_consumer.sh
