# one test installs, so that the two examples cost one installation
TESTS += tests/examples/check_examples.sh
EXTRA_DIST += tests/examples/check_examples.sh tests/examples/sensor.c tests/examples/solver.c
