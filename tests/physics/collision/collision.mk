check_PROGRAMS += tests/physics/collision/check_candidates
TESTS += tests/physics/collision/check_candidates
tests_physics_collision_check_candidates_SOURCES = tests/physics/collision/check_candidates.c tests/physics/collision/stack.h tests/collision/support.h
tests_physics_collision_check_candidates_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/collision/check_assembly
TESTS += tests/physics/collision/check_assembly
tests_physics_collision_check_assembly_SOURCES = tests/physics/collision/check_assembly.c tests/collision/support.h
tests_physics_collision_check_assembly_CPPFLAGS = $(test_cppflags)
