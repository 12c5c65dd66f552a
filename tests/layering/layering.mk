TESTS += tests/layering/check_layers.sh
EXTRA_DIST += tests/layering/check_layers.sh
