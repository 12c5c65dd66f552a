# the examples are built out of tree by makefiles of their own; here they are only distributed
EXTRA_DIST += plugins/examples/README.md $(example_files)
