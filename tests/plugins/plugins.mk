# a library of plugins as their author would build it, and what is said of plugins in general
check_LTLIBRARIES += tests/plugins/acme_plugins.la
tests_plugins_acme_plugins_la_SOURCES = tests/plugins/acme_plugins.c
tests_plugins_acme_plugins_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_plugins_acme_plugins_la_LIBADD = libfulcrum.la

check_PROGRAMS += tests/plugins/check_life
TESTS += tests/plugins/check_life
tests_plugins_check_life_SOURCES = tests/plugins/check_life.c tests/plugins/support.h
tests_plugins_check_life_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/plugins/check_compile
TESTS += tests/plugins/check_compile
tests_plugins_check_compile_SOURCES = tests/plugins/check_compile.c tests/plugins/support.h
tests_plugins_check_compile_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/plugins/check_first_party
TESTS += tests/plugins/check_first_party
tests_plugins_check_first_party_SOURCES = tests/plugins/check_first_party.c tests/plugins/support.h
tests_plugins_check_first_party_CPPFLAGS = $(test_cppflags)

# callbacks that belong to one mjData
check_PROGRAMS += tests/plugins/check_callbacks
TESTS += tests/plugins/check_callbacks
tests_plugins_check_callbacks_SOURCES = tests/plugins/check_callbacks.c tests/plugins/support.h
tests_plugins_check_callbacks_CPPFLAGS = $(test_cppflags)
tests_plugins_check_callbacks_LDADD = $(LDADD) -lpthread
