TESTS += tests/layering/check_layers.sh tests/layering/check_names.sh
EXTRA_DIST += tests/layering/check_layers.sh tests/layering/check_names.sh
