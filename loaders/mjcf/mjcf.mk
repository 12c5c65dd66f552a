mjcf_sources = \
  loaders/mjcf/actuators.c \
  loaders/mjcf/assets.c \
  loaders/mjcf/check.c \
  loaders/mjcf/copies.c \
  loaders/mjcf/defaults.c \
  loaders/mjcf/dependencies.c \
  loaders/mjcf/fields.c \
  loaders/mjcf/files.c \
  loaders/mjcf/include.c \
  loaders/mjcf/lists.c \
  loaders/mjcf/mjcf.c \
  loaders/mjcf/reader.h \
  loaders/mjcf/sections.c \
  loaders/mjcf/sensors.c \
  loaders/mjcf/text.c \
  loaders/mjcf/tree.c \
  loaders/mjcf/write_drive.c \
  loaders/mjcf/write_lists.c \
  loaders/mjcf/write_settings.c \
  loaders/mjcf/write_tree.c \
  loaders/mjcf/writer.h
MODULES += mjcf
manifests += loaders/mjcf/mjcf.json
EXTRA_DIST += loaders/mjcf/mjcf.json.in loaders/mjcf/README.md
if BUILTIN_MODULES
builtin_sources += $(mjcf_sources)
else
module_LTLIBRARIES += mjcf.la
mjcf_la_SOURCES = $(mjcf_sources) $(xml_sources)
mjcf_la_LDFLAGS = $(module_ldflags)
mjcf_la_LIBADD = libfulcrum.la $(EXPAT_LIBS)
endif
