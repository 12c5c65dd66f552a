check_PROGRAMS += tests/mjcf/check_schema tests/mjcf/check_errors tests/mjcf/check_reader \
  tests/mjcf/check_writer tests/mjcf/check_xml tests/mjcf/check_resource \
  tests/mjcf/check_coverage tests/mjcf/check_corpus
TESTS += tests/mjcf/check_schema
TESTS += tests/mjcf/check_coverage
TESTS += tests/mjcf/check_corpus
TESTS += tests/mjcf/check_errors
TESTS += tests/mjcf/check_reader
TESTS += tests/mjcf/check_writer
TESTS += tests/mjcf/check_xml
TESTS += tests/mjcf/check_resource
tests_mjcf_check_schema_SOURCES = tests/mjcf/check_schema.c tests/mjcf/support.h
tests_mjcf_check_schema_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_errors_SOURCES = tests/mjcf/check_errors.c tests/mjcf/support.h
tests_mjcf_check_errors_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_reader_SOURCES = tests/mjcf/check_reader.c tests/mjcf/support.h
tests_mjcf_check_reader_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_writer_SOURCES = tests/mjcf/check_writer.c tests/mjcf/support.h
tests_mjcf_check_writer_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_xml_SOURCES = tests/mjcf/check_xml.c tests/mjcf/support.h loaders/mjcf/xml.c loaders/mjcf/xml.h
tests_mjcf_check_xml_CPPFLAGS = $(test_cppflags) $(EXPAT_CFLAGS)
tests_mjcf_check_xml_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc
tests_mjcf_check_xml_LDADD = $(LDADD) $(EXPAT_LIBS)
tests_mjcf_check_resource_SOURCES = tests/mjcf/check_resource.c tests/mjcf/support.h
tests_mjcf_check_resource_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_coverage_SOURCES = tests/mjcf/check_coverage.c tests/mjcf/corpus.h tests/mjcf/support.h
tests_mjcf_check_coverage_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_corpus_SOURCES = tests/mjcf/check_corpus.c tests/mjcf/corpus.h tests/mjcf/support.h \
  tests/compiler/same_model.h
tests_mjcf_check_corpus_CPPFLAGS = $(test_cppflags)
EXTRA_DIST += tests/mjcf/schema.tsv tests/mjcf/attributes.tsv tests/mjcf/rich.xml tests/mjcf/rich.saved.xml

# corpus/*.mjb are recorded from the corresponding documents; see check_corpus.c
EXTRA_DIST += tests/mjcf/coverage_exceptions.txt tests/mjcf/corpus/include_defaults.part \
  tests/mjcf/corpus/include_link.part \
  tests/mjcf/corpus/actuator_adhesion.xml tests/mjcf/corpus/actuator_adhesion.mjb \
  tests/mjcf/corpus/actuator_cylinder.xml tests/mjcf/corpus/actuator_cylinder.mjb \
  tests/mjcf/corpus/actuator_damper.xml tests/mjcf/corpus/actuator_damper.mjb \
  tests/mjcf/corpus/actuator_general.xml tests/mjcf/corpus/actuator_general.mjb \
  tests/mjcf/corpus/actuator_intvelocity.xml tests/mjcf/corpus/actuator_intvelocity.mjb \
  tests/mjcf/corpus/actuator_leaks.xml tests/mjcf/corpus/actuator_leaks.mjb \
  tests/mjcf/corpus/actuator_motor.xml tests/mjcf/corpus/actuator_motor.mjb \
  tests/mjcf/corpus/actuator_muscle.xml tests/mjcf/corpus/actuator_muscle.mjb \
  tests/mjcf/corpus/actuator_position.xml tests/mjcf/corpus/actuator_position.mjb \
  tests/mjcf/corpus/actuator_velocity.xml tests/mjcf/corpus/actuator_velocity.mjb \
  tests/mjcf/corpus/attach.xml tests/mjcf/corpus/attach.mjb \
  tests/mjcf/corpus/attach_child.xml tests/mjcf/corpus/attach_child.mjb \
  tests/mjcf/corpus/body.xml tests/mjcf/corpus/body.mjb \
  tests/mjcf/corpus/camera.xml tests/mjcf/corpus/camera.mjb \
  tests/mjcf/corpus/compiler_discard.xml tests/mjcf/corpus/compiler_discard.mjb \
  tests/mjcf/corpus/compiler_fuse.xml tests/mjcf/corpus/compiler_fuse.mjb \
  tests/mjcf/corpus/compiler_inertia.xml tests/mjcf/corpus/compiler_inertia.mjb \
  tests/mjcf/corpus/compiler_lengthrange.xml tests/mjcf/corpus/compiler_lengthrange.mjb \
  tests/mjcf/corpus/compiler_lengthrange_muscle.xml tests/mjcf/corpus/compiler_lengthrange_muscle.mjb \
  tests/mjcf/corpus/compiler_units.xml tests/mjcf/corpus/compiler_units.mjb \
  tests/mjcf/corpus/contact.xml tests/mjcf/corpus/contact.mjb \
  tests/mjcf/corpus/custom.xml tests/mjcf/corpus/custom.mjb \
  tests/mjcf/corpus/equality.xml tests/mjcf/corpus/equality.mjb \
  tests/mjcf/corpus/geom.xml tests/mjcf/corpus/geom.mjb \
  tests/mjcf/corpus/include.xml tests/mjcf/corpus/include.mjb \
  tests/mjcf/corpus/joint.xml tests/mjcf/corpus/joint.mjb \
  tests/mjcf/corpus/keyframe.xml tests/mjcf/corpus/keyframe.mjb \
  tests/mjcf/corpus/light.xml tests/mjcf/corpus/light.mjb \
  tests/mjcf/corpus/material.xml tests/mjcf/corpus/material.mjb \
  tests/mjcf/corpus/option.xml tests/mjcf/corpus/option.mjb \
  tests/mjcf/corpus/option_repeated.xml tests/mjcf/corpus/option_repeated.mjb \
  tests/mjcf/corpus/replicate.xml tests/mjcf/corpus/replicate.mjb \
  tests/mjcf/corpus/sensor_contact.xml tests/mjcf/corpus/sensor_contact.mjb \
  tests/mjcf/corpus/sensor_frame.xml tests/mjcf/corpus/sensor_frame.mjb \
  tests/mjcf/corpus/sensor_joint.xml tests/mjcf/corpus/sensor_joint.mjb \
  tests/mjcf/corpus/sensor_site.xml tests/mjcf/corpus/sensor_site.mjb \
  tests/mjcf/corpus/sensor_user.xml tests/mjcf/corpus/sensor_user.mjb \
  tests/mjcf/corpus/site.xml tests/mjcf/corpus/site.mjb \
  tests/mjcf/corpus/size.xml tests/mjcf/corpus/size.mjb \
  tests/mjcf/corpus/size_legacy.xml tests/mjcf/corpus/size_legacy.mjb \
  tests/mjcf/corpus/statistic.xml tests/mjcf/corpus/statistic.mjb \
  tests/mjcf/corpus/tendon.xml tests/mjcf/corpus/tendon.mjb \
  tests/mjcf/corpus/texture.xml tests/mjcf/corpus/texture.mjb \
  tests/mjcf/corpus/unused_classes.xml tests/mjcf/corpus/unused_classes.mjb \
  tests/mjcf/corpus/visual.xml tests/mjcf/corpus/visual.mjb
