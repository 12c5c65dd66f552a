# What `make check-threads` runs: tests that start threads, or let the library start them. Meant for a build with the thread sanitizer
# (configure --enable-sanitizers=thread). tests/runtime/check_fork is not among them: the sanitizer refuses threads in a process that was
# forked from one with threads.
thread_programs = \
  tests/foundation/data/check_threads tests/foundation/data/check_parallel tests/foundation/data/check_stack tests/foundation/data/check_errors \
  tests/kernel/check_reload tests/model/assets/check_decode_cache tests/model/compile/check_threads \
  tests/physics/batch/check_equality tests/physics/batch/check_gather tests/physics/batch/check_rollout \
  tests/physics/batch/check_flight tests/physics/batch/check_control \
  tests/physics/problem/check_island tests/contact_models/check_potential tests/plugins/check_callbacks \
  tests/runtime/check_determinism tests/runtime/check_rollouts tests/runtime/check_not_finite
