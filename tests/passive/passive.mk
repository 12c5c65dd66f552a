# A module of passive forces as its author would build it
check_LTLIBRARIES += tests/passive/acme_forces.la
tests_passive_acme_forces_la_SOURCES = tests/passive/acme_forces.c
tests_passive_acme_forces_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_passive_acme_forces_la_LIBADD = libfulcrum.la -lm

# one that takes the place of the engine's medium
check_LTLIBRARIES += tests/passive/acme_medium.la
tests_passive_acme_medium_la_SOURCES = tests/passive/acme_medium.c
tests_passive_acme_medium_la_LDFLAGS = $(module_ldflags) -rpath /nowhere
tests_passive_acme_medium_la_LIBADD = libfulcrum.la

check_PROGRAMS += tests/passive/check_forces
TESTS += tests/passive/check_forces
tests_passive_check_forces_SOURCES = tests/passive/check_forces.c tests/passive/support.h tests/kernel/support.h
tests_passive_check_forces_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/passive/check_derivatives
TESTS += tests/passive/check_derivatives
tests_passive_check_derivatives_SOURCES = tests/passive/check_derivatives.c tests/passive/support.h tests/kernel/support.h
tests_passive_check_derivatives_CPPFLAGS = $(test_cppflags)

check_PROGRAMS += tests/passive/check_elasticity
TESTS += tests/passive/check_elasticity
tests_passive_check_elasticity_SOURCES = tests/passive/check_elasticity.c tests/passive/contact_scene.h \
	tests/passive/contacts_golden.inc tests/passive/support.h tests/kernel/support.h
EXTRA_DIST += tests/passive/record_contacts.c
tests_passive_check_elasticity_CPPFLAGS = $(test_cppflags)
