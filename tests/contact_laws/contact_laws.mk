contact_laws_modules = contact_models/sap_contact/sap_contact.c contact_models/hunt_crossley/hunt_crossley.c \
	contact_models/bristle/bristle.c contact_models/adhesive/adhesive.c contact_models/compliant/compliant.c
check_PROGRAMS += tests/contact_laws/check_formulas tests/contact_laws/check_models tests/contact_laws/check_motion
TESTS += tests/contact_laws/check_formulas
TESTS += tests/contact_laws/check_models
TESTS += tests/contact_laws/check_motion
tests_contact_laws_check_formulas_SOURCES = tests/contact_laws/check_formulas.c tests/contact_laws/differences.h $(laws_sources)
tests_contact_laws_check_formulas_CPPFLAGS = $(test_cppflags)
tests_contact_laws_check_models_SOURCES = tests/contact_laws/check_models.c tests/contact_laws/differences.h \
	tests/contact_laws/batch.h $(contact_laws_modules) $(laws_sources)
tests_contact_laws_check_models_CPPFLAGS = $(test_cppflags) -DFC_BUILTIN
tests_contact_laws_check_motion_SOURCES = tests/contact_laws/check_motion.c tests/contact_laws/batch.h \
	$(contact_laws_modules) $(laws_sources)
tests_contact_laws_check_motion_CPPFLAGS = $(test_cppflags) -DFC_BUILTIN
check_PROGRAMS += tests/contact_laws/check_parameters
TESTS += tests/contact_laws/check_parameters
tests_contact_laws_check_parameters_SOURCES = tests/contact_laws/check_parameters.c
tests_contact_laws_check_parameters_CPPFLAGS = $(test_cppflags)
check_PROGRAMS += tests/contact_laws/check_rules
TESTS += tests/contact_laws/check_rules
tests_contact_laws_check_rules_SOURCES = tests/contact_laws/check_rules.c
tests_contact_laws_check_rules_CPPFLAGS = $(test_cppflags)
tests_contact_laws_check_rules_LDADD = $(whitebox)
