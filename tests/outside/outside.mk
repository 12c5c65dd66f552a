# outside.so is a third-party module; its manifest is written from it, as its author would do
check_LTLIBRARIES += tests/outside/outside.la
tests_outside_outside_la_SOURCES = tests/outside/outside.c
tests_outside_outside_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_outside_outside_la_LIBADD = libfulcrum.la

check_PROGRAMS += tests/outside/check_outside
TESTS += tests/outside/check_outside
tests_outside_check_outside_SOURCES = tests/outside/check_outside.c
tests_outside_check_outside_CPPFLAGS = $(test_cppflags)
EXTRA_tests_outside_check_outside_DEPENDENCIES = tests/outside/modules/acme.outside.json

tests/outside/modules/acme.outside.json: tests/outside/outside.la tools/fulcrum$(EXEEXT)
	$(AM_V_GEN)mkdir -p $(@D) && cp tests/outside/.libs/outside.so $(@D)/acme.outside.so && \
	  tools/fulcrum modules manifest $(@D)/acme.outside.so > $@.new && mv $@.new $@
CLEANFILES += tests/outside/modules/acme.outside.json tests/outside/modules/acme.outside.so

check_PROGRAMS += tests/outside/check_choices
TESTS += tests/outside/check_choices
tests_outside_check_choices_SOURCES = tests/outside/check_choices.c
tests_outside_check_choices_CPPFLAGS = $(test_cppflags)
EXTRA_tests_outside_check_choices_DEPENDENCIES = tests/outside/modules/acme.outside.json

# projects of users, with CMake and pkg-config
TESTS += tests/outside/check_consumers.sh
EXTRA_DIST += tests/outside/check_consumers.sh tests/outside/consumer/CMakeLists.txt tests/outside/consumer/consumer.c
