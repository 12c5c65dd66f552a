# scenes/*.golden are recorded from the reference by record.c
EXTRA_DIST += tests/mechanics/record.c \
  tests/mechanics/scenes/armature.golden \
  tests/mechanics/scenes/armature.xml \
  tests/mechanics/scenes/flex_cell.golden \
  tests/mechanics/scenes/flex_cell.xml \
  tests/mechanics/scenes/flex_shell.golden \
  tests/mechanics/scenes/flex_shell.xml \
  tests/mechanics/scenes/flex_solid.golden \
  tests/mechanics/scenes/flex_solid.xml \
  tests/mechanics/scenes/fluid.golden \
  tests/mechanics/scenes/fluid.xml \
  tests/mechanics/scenes/history.golden \
  tests/mechanics/scenes/history.xml \
  tests/mechanics/scenes/mixed.golden \
  tests/mechanics/scenes/mixed.xml \
  tests/mechanics/scenes/modelk.golden \
  tests/mechanics/scenes/modelk.xml \
  tests/mechanics/scenes/pendulum.golden \
  tests/mechanics/scenes/pendulum.xml \
  tests/mechanics/scenes/sleepers.golden \
  tests/mechanics/scenes/sleepers.xml \
  tests/mechanics/scenes/springs.golden \
  tests/mechanics/scenes/springs.xml \
  tests/mechanics/scenes/transmission.golden \
  tests/mechanics/scenes/transmission.xml \
  tests/mechanics/scenes/wrap.golden \
  tests/mechanics/scenes/wrap.xml \
  tests/mechanics/scenes/wrenches.golden \
  tests/mechanics/scenes/wrenches.xml

check_PROGRAMS += tests/mechanics/check_dynamics
TESTS += tests/mechanics/check_dynamics
tests_mechanics_check_dynamics_SOURCES = tests/mechanics/check_dynamics.c tests/mechanics/support.h
tests_mechanics_check_dynamics_CPPFLAGS = $(test_cppflags)
tests_mechanics_check_dynamics_LDADD = $(whitebox)

check_PROGRAMS += tests/mechanics/check_golden
TESTS += tests/mechanics/check_golden
tests_mechanics_check_golden_SOURCES = tests/mechanics/check_golden.c tests/mechanics/support.h
tests_mechanics_check_golden_CPPFLAGS = $(test_cppflags)
tests_mechanics_check_golden_LDADD = $(whitebox)

check_PROGRAMS += tests/mechanics/check_history
TESTS += tests/mechanics/check_history
tests_mechanics_check_history_SOURCES = tests/mechanics/check_history.c tests/mechanics/support.h
tests_mechanics_check_history_CPPFLAGS = $(test_cppflags)
tests_mechanics_check_history_LDADD = $(whitebox)

check_PROGRAMS += tests/mechanics/check_inertia
TESTS += tests/mechanics/check_inertia
tests_mechanics_check_inertia_SOURCES = tests/mechanics/check_inertia.c tests/mechanics/support.h
tests_mechanics_check_inertia_CPPFLAGS = $(test_cppflags)
tests_mechanics_check_inertia_LDADD = $(whitebox)

check_PROGRAMS += tests/mechanics/check_jacobian
TESTS += tests/mechanics/check_jacobian
tests_mechanics_check_jacobian_SOURCES = tests/mechanics/check_jacobian.c tests/mechanics/support.h
tests_mechanics_check_jacobian_CPPFLAGS = $(test_cppflags)
tests_mechanics_check_jacobian_LDADD = $(whitebox)

check_PROGRAMS += tests/mechanics/check_kinematics
TESTS += tests/mechanics/check_kinematics
tests_mechanics_check_kinematics_SOURCES = tests/mechanics/check_kinematics.c tests/mechanics/support.h
tests_mechanics_check_kinematics_CPPFLAGS = $(test_cppflags)
tests_mechanics_check_kinematics_LDADD = $(whitebox)

check_PROGRAMS += tests/mechanics/check_sleep
TESTS += tests/mechanics/check_sleep
tests_mechanics_check_sleep_SOURCES = tests/mechanics/check_sleep.c tests/mechanics/support.h
tests_mechanics_check_sleep_CPPFLAGS = $(test_cppflags)
tests_mechanics_check_sleep_LDADD = $(whitebox)

check_PROGRAMS += tests/mechanics/check_tendon
TESTS += tests/mechanics/check_tendon
tests_mechanics_check_tendon_SOURCES = tests/mechanics/check_tendon.c tests/mechanics/support.h
tests_mechanics_check_tendon_CPPFLAGS = $(test_cppflags)
tests_mechanics_check_tendon_LDADD = $(whitebox)
