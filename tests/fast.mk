# What `make check-fast` runs: tests of every layer that are quick to build and to run, less than a minute on two processors after
# `make`. Left out are random properties by the thousand, corpora, fuzz replays, and tests that install or build something.
fast_programs = \
  tests/math/check_vector tests/math/check_quaternion tests/math/check_sparse tests/math/check_cholesky tests/math/check_golden \
  tests/data/check_data tests/data/check_state tests/data/check_stack tests/data/check_file \
  tests/kernel/check_manifest tests/kernel/check_binding tests/kernel/check_parameter \
  tests/query/check_names tests/query/check_ray \
  tests/mechanics/check_kinematics tests/mechanics/check_dynamics tests/mechanics/check_jacobian tests/mechanics/check_tendon \
  tests/contact/check_assembly tests/collision/check_flex tests/collision/check_primitive tests/collision/check_box tests/collision/check_convex \
  tests/constraint/check_rows tests/constraint/check_law tests/constraint/check_island \
  tests/solvers/check_optimum tests/integrators/check_values tests/actuators/check_laws tests/sensors/check_values \
  tests/mjcf/check_schema tests/mjcf/check_reader tests/mjcf/check_writer tests/loaders/check_urdf \
  tests/spec/check_tree tests/spec/check_attach tests/spec/check_defaults \
  tests/assets/check_decoders tests/compile/check_rules tests/compile/check_golden \
  tests/plugins/check_life tests/parity/check_golden \
  tests/truths/check_conservation tests/truths/check_closed_forms tests/truths/check_elasticity tests/truths/check_identities \
  tests/tools/check_parts tests/abi/check_abi
fast_scripts = tests/style/check_style.sh
