# programs as users start them, on an installed copy
TESTS += tests/compat/check_start.sh
EXTRA_DIST += tests/compat/check_start.sh tests/compat/linked.sh tests/compat/objects.c tests/compat/strangers.cc tests/compat/start.c tests/compat/host.c tests/compat/plugin.c tests/compat/handles.cc
CLEANFILES += tests/install.lock
