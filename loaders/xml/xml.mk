# sources of every module that reads XML; with built-in modules they are there once
xml_sources = \
  loaders/xml/document.c \
  loaders/xml/limits.h \
  loaders/xml/reader.h \
  loaders/xml/report.c \
  loaders/xml/scan.c \
  loaders/xml/scan.h \
  loaders/xml/settings.c \
  loaders/xml/tinyxml2_shim.cc \
  loaders/xml/tinyxml2_shim.h \
  loaders/xml/values.c \
  loaders/xml/xml.c \
  loaders/xml/xml.h
EXTRA_DIST += loaders/xml/README.md
if BUILTIN_MODULES
builtin_sources += $(xml_sources)
endif
