# one test installs, so that the examples cost one installation
TESTS += tests/examples/check_examples.sh
EXTRA_DIST += tests/examples/behaviour.c tests/examples/check_examples.sh tests/examples/broadphase.c tests/examples/collider.c tests/examples/constraint.c tests/examples/decoder.c tests/examples/geometry.c tests/examples/lifecycle.c tests/examples/scaffold.sh tests/examples/passive.c tests/examples/sensor.c tests/examples/solver.c
