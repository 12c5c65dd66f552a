# tests/data/physics/mechanics/*.golden are recorded from the reference by record.c
EXTRA_DIST += tests/physics/mechanics/record.c

check_PROGRAMS += tests/physics/mechanics/check_dynamics
TESTS += tests/physics/mechanics/check_dynamics
tests_physics_mechanics_check_dynamics_SOURCES = tests/physics/mechanics/check_dynamics.c tests/physics/mechanics/support.h
tests_physics_mechanics_check_dynamics_CPPFLAGS = $(test_cppflags)
tests_physics_mechanics_check_dynamics_LDADD = $(whitebox)

check_PROGRAMS += tests/physics/mechanics/check_golden
TESTS += tests/physics/mechanics/check_golden
tests_physics_mechanics_check_golden_SOURCES = tests/physics/mechanics/check_golden.c tests/physics/mechanics/support.h
tests_physics_mechanics_check_golden_CPPFLAGS = $(test_cppflags)
tests_physics_mechanics_check_golden_LDADD = $(whitebox)

check_PROGRAMS += tests/physics/mechanics/check_history
TESTS += tests/physics/mechanics/check_history
tests_physics_mechanics_check_history_SOURCES = tests/physics/mechanics/check_history.c tests/physics/mechanics/support.h
tests_physics_mechanics_check_history_CPPFLAGS = $(test_cppflags)
tests_physics_mechanics_check_history_LDADD = $(whitebox)

check_PROGRAMS += tests/physics/mechanics/check_inertia
TESTS += tests/physics/mechanics/check_inertia
tests_physics_mechanics_check_inertia_SOURCES = tests/physics/mechanics/check_inertia.c tests/physics/mechanics/support.h
tests_physics_mechanics_check_inertia_CPPFLAGS = $(test_cppflags)
tests_physics_mechanics_check_inertia_LDADD = $(whitebox)

check_PROGRAMS += tests/physics/mechanics/check_jacobian
TESTS += tests/physics/mechanics/check_jacobian
tests_physics_mechanics_check_jacobian_SOURCES = tests/physics/mechanics/check_jacobian.c tests/physics/mechanics/support.h
tests_physics_mechanics_check_jacobian_CPPFLAGS = $(test_cppflags)
tests_physics_mechanics_check_jacobian_LDADD = $(whitebox)

check_PROGRAMS += tests/physics/mechanics/check_kinematics
TESTS += tests/physics/mechanics/check_kinematics
tests_physics_mechanics_check_kinematics_SOURCES = tests/physics/mechanics/check_kinematics.c tests/physics/mechanics/support.h
tests_physics_mechanics_check_kinematics_CPPFLAGS = $(test_cppflags)
tests_physics_mechanics_check_kinematics_LDADD = $(whitebox)

check_PROGRAMS += tests/physics/mechanics/check_sleep
TESTS += tests/physics/mechanics/check_sleep
tests_physics_mechanics_check_sleep_SOURCES = tests/physics/mechanics/check_sleep.c tests/physics/mechanics/support.h
tests_physics_mechanics_check_sleep_CPPFLAGS = $(test_cppflags)
tests_physics_mechanics_check_sleep_LDADD = $(whitebox)

check_PROGRAMS += tests/physics/mechanics/check_spatial
TESTS += tests/physics/mechanics/check_spatial
tests_physics_mechanics_check_spatial_SOURCES = tests/physics/mechanics/check_spatial.c
tests_physics_mechanics_check_spatial_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/physics/mechanics/check_tendon
TESTS += tests/physics/mechanics/check_tendon
tests_physics_mechanics_check_tendon_SOURCES = tests/physics/mechanics/check_tendon.c tests/physics/mechanics/support.h
tests_physics_mechanics_check_tendon_CPPFLAGS = $(test_cppflags)
tests_physics_mechanics_check_tendon_LDADD = $(whitebox)
