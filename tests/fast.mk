# What `make check-fast` runs: tests of every layer that are quick to build and to run, less than a minute on two processors after
# `make`. Left out are random properties by the thousand, corpora, fuzz replays, and tests that install or build something.
fast_programs = \
  tests/foundation/math/check_vector tests/foundation/math/check_quaternion tests/foundation/math/check_sparse tests/foundation/math/check_cholesky tests/foundation/math/check_golden \
  tests/foundation/data/check_data tests/foundation/data/check_state tests/foundation/data/check_stack tests/foundation/data/check_file \
  tests/kernel/check_manifest tests/kernel/check_binding tests/kernel/check_parameter \
  tests/physics/query/check_names tests/physics/query/check_ray \
  tests/physics/mechanics/check_kinematics tests/physics/mechanics/check_dynamics tests/physics/mechanics/check_jacobian tests/physics/mechanics/check_tendon \
  tests/physics/collision/check_assembly tests/collision/check_flex tests/collision/check_primitive tests/collision/check_box tests/collision/check_convex \
  tests/physics/batch/check_continue tests/physics/batch/check_gather tests/physics/batch/check_rollout \
  tests/physics/problem/check_rows tests/physics/problem/check_law tests/physics/problem/check_island \
  tests/solvers/check_optimum tests/integrators/check_values tests/actuators/check_laws tests/sensors/check_values \
  tests/mjcf/check_schema tests/mjcf/check_reader tests/mjcf/check_writer tests/loaders/check_urdf \
  tests/model/spec/check_tree tests/model/spec/check_attach tests/model/spec/check_defaults \
  tests/model/assets/check_decoders tests/model/compile/check_rules tests/model/compile/check_golden \
  tests/plugins/check_life tests/parity/check_golden \
  tests/truths/check_conservation tests/truths/check_closed_forms tests/truths/check_elasticity tests/truths/check_identities \
  tests/physics/batch/check_equality tests/physics/batch/check_flight tests/physics/batch/check_modules tests/physics/batch/check_heap \
  tests/tools/check_parts tests/bench/check_figures tests/abi/check_abi
fast_scripts = tests/style/check_style.sh tests/bench/check_recorded.sh
