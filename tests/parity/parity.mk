# golden/*.golden are recorded from the reference by record.c, from tests/dynamics/models/*.xml
EXTRA_DIST += tests/parity/record.c tests/parity/golden/humanoid.golden \
  tests/dynamics/models/actuator_laws.xml tests/parity/golden/actuator_laws.golden \
  tests/dynamics/models/actuator_laws_implicit.xml tests/parity/golden/actuator_laws_implicit.golden \
  tests/dynamics/models/actuator_laws_implicitfast.xml tests/parity/golden/actuator_laws_implicitfast.golden \
  tests/dynamics/models/actuator_laws_rk4.xml tests/parity/golden/actuator_laws_rk4.golden \
  tests/dynamics/models/adhesion.xml tests/parity/golden/adhesion.golden \
  tests/dynamics/models/chain_euler.xml tests/parity/golden/chain_euler.golden \
  tests/dynamics/models/chain_explicit.xml tests/parity/golden/chain_explicit.golden \
  tests/dynamics/models/chain_implicit.xml tests/parity/golden/chain_implicit.golden \
  tests/dynamics/models/chain_implicitfast.xml tests/parity/golden/chain_implicitfast.golden \
  tests/dynamics/models/chain_rk4.xml tests/parity/golden/chain_rk4.golden \
  tests/dynamics/models/contacts.xml tests/parity/golden/contacts.golden \
  tests/dynamics/models/contacts_override.xml tests/parity/golden/contacts_override.golden \
  tests/dynamics/models/delays.xml tests/parity/golden/delays.golden \
  tests/dynamics/models/disabled_groups.xml tests/parity/golden/disabled_groups.golden \
  tests/dynamics/models/equalities.xml tests/parity/golden/equalities.golden \
  tests/dynamics/models/equalities_pgs.xml tests/parity/golden/equalities_pgs.golden \
  tests/dynamics/models/equalities_sparse.xml tests/parity/golden/equalities_sparse.golden \
  tests/dynamics/models/flags_off.xml tests/parity/golden/flags_off.golden \
  tests/dynamics/models/flags_off_actuation.xml tests/parity/golden/flags_off_actuation.golden \
  tests/dynamics/models/flags_off_contact.xml tests/parity/golden/flags_off_contact.golden \
  tests/dynamics/models/fluid.xml tests/parity/golden/fluid.golden \
  tests/dynamics/models/fluid_fast.xml tests/parity/golden/fluid_fast.golden \
  tests/dynamics/models/freebody.xml tests/parity/golden/freebody.golden \
  tests/dynamics/models/frictionloss.xml tests/parity/golden/frictionloss.golden \
  tests/dynamics/models/frictionloss_noslip.xml tests/parity/golden/frictionloss_noslip.golden \
  tests/dynamics/models/gravcomp.xml tests/parity/golden/gravcomp.golden \
  tests/dynamics/models/inverse_discrete.xml tests/parity/golden/inverse_discrete.golden \
  tests/dynamics/models/inverse_discrete_implicit.xml tests/parity/golden/inverse_discrete_implicit.golden \
  tests/dynamics/models/inverse_discrete_implicitfast.xml tests/parity/golden/inverse_discrete_implicitfast.golden \
  tests/dynamics/models/mocap.xml tests/parity/golden/mocap.golden \
  tests/dynamics/models/muscles.xml tests/parity/golden/muscles.golden \
  tests/dynamics/models/muscles_euler.xml tests/parity/golden/muscles_euler.golden \
  tests/dynamics/models/plugin_cable.xml tests/parity/golden/plugin_cable.golden \
  tests/dynamics/models/plugin_pid.xml tests/parity/golden/plugin_pid.golden \
  tests/dynamics/models/plugin_touch_grid.xml tests/parity/golden/plugin_touch_grid.golden \
  tests/dynamics/models/sensors_body.xml tests/parity/golden/sensors_body.golden \
  tests/dynamics/models/sensors_body_elliptic.xml tests/parity/golden/sensors_body_elliptic.golden \
  tests/dynamics/models/sensors_contact.xml tests/parity/golden/sensors_contact.golden \
  tests/dynamics/models/sensors_contact_elliptic.xml tests/parity/golden/sensors_contact_elliptic.golden \
  tests/dynamics/models/sensors_frame.xml tests/parity/golden/sensors_frame.golden \
  tests/dynamics/models/sensors_off.xml tests/parity/golden/sensors_off.golden \
  tests/dynamics/models/sensors_range.xml tests/parity/golden/sensors_range.golden \
  tests/dynamics/models/sensors_user.xml tests/parity/golden/sensors_user.golden \
  tests/dynamics/models/sleep.xml tests/parity/golden/sleep.golden \
  tests/dynamics/models/sleep_implicit.xml tests/parity/golden/sleep_implicit.golden \
  tests/dynamics/models/tendons.xml tests/parity/golden/tendons.golden \
  tests/dynamics/models/tendons_implicit.xml tests/parity/golden/tendons_implicit.golden \
  tests/dynamics/models/tendons_implicitfast.xml tests/parity/golden/tendons_implicitfast.golden \
  tests/dynamics/models/tendons_rk4.xml tests/parity/golden/tendons_rk4.golden \
  tests/dynamics/models/transmissions.xml tests/parity/golden/transmissions.golden \
  tests/dynamics/models/transmissions_implicit.xml tests/parity/golden/transmissions_implicit.golden

check_PROGRAMS += tests/parity/check_golden
TESTS += tests/parity/check_golden
tests_parity_check_golden_SOURCES = tests/parity/check_golden.c tests/parity/fields.h tests/parity/replay.h
tests_parity_check_golden_CPPFLAGS = $(test_cppflags)
