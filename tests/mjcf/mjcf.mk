check_PROGRAMS += tests/mjcf/check_schema tests/mjcf/check_errors tests/mjcf/check_reader \
  tests/mjcf/check_verdicts tests/mjcf/check_writer tests/mjcf/check_xml tests/mjcf/check_resource \
  tests/mjcf/check_coverage tests/mjcf/check_corpus tests/mjcf/check_saving
TESTS += tests/mjcf/check_schema
TESTS += tests/mjcf/check_coverage
TESTS += tests/mjcf/check_corpus
TESTS += tests/mjcf/check_errors
TESTS += tests/mjcf/check_saving
TESTS += tests/mjcf/check_reader
TESTS += tests/mjcf/check_verdicts
TESTS += tests/mjcf/check_writer
TESTS += tests/mjcf/check_xml
TESTS += tests/mjcf/check_resource
tests_mjcf_check_schema_SOURCES = tests/mjcf/check_schema.c tests/mjcf/support.h
tests_mjcf_check_schema_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_errors_SOURCES = tests/mjcf/check_errors.c tests/mjcf/support.h
tests_mjcf_check_errors_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_reader_SOURCES = tests/mjcf/check_reader.c tests/mjcf/support.h
tests_mjcf_check_reader_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_verdicts_SOURCES = tests/mjcf/check_verdicts.c tests/mjcf/verdicts.h tests/mjcf/support.h
tests_mjcf_check_verdicts_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_writer_SOURCES = tests/mjcf/check_writer.c tests/mjcf/support.h
tests_mjcf_check_writer_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_saving_SOURCES = tests/mjcf/check_saving.c tests/mjcf/support.h
tests_mjcf_check_saving_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_xml_SOURCES = tests/mjcf/check_xml.c tests/mjcf/failing_new.cc tests/mjcf/support.h \
  loaders/xml/xml.c loaders/xml/xml.h loaders/xml/scan.c loaders/xml/limits.h loaders/xml/scan.h \
  loaders/xml/tinyxml2_shim.cc loaders/xml/tinyxml2_shim.h loaders/mjcf/write_text.c loaders/mjcf/writer.h
tests_mjcf_check_xml_CPPFLAGS = $(test_cppflags) $(TINYXML2_CFLAGS)
tests_mjcf_check_xml_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc -Wl,--wrap=realloc
tests_mjcf_check_xml_LDADD = $(LDADD) $(TINYXML2_LIBS)
tests_mjcf_check_resource_SOURCES = tests/mjcf/check_resource.c tests/mjcf/support.h
tests_mjcf_check_resource_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_coverage_SOURCES = tests/mjcf/check_coverage.c tests/mjcf/corpus.h tests/mjcf/support.h
tests_mjcf_check_coverage_CPPFLAGS = $(test_cppflags)
tests_mjcf_check_corpus_SOURCES = tests/mjcf/check_corpus.c tests/mjcf/corpus.h tests/mjcf/support.h \
  tests/model/compile/same_model.h
tests_mjcf_check_corpus_CPPFLAGS = $(test_cppflags)

EXTRA_DIST += tests/mjcf/judge.c
