urdf_sources = \
  loaders/urdf/geometry.c \
  loaders/urdf/joint.c \
  loaders/urdf/links.c \
  loaders/urdf/urdf.c \
  loaders/urdf/urdf.h
MODULES += urdf
manifests += loaders/urdf/urdf.json
EXTRA_DIST += loaders/urdf/urdf.json.in loaders/urdf/README.md
if BUILTIN_MODULES
builtin_sources += $(urdf_sources)
else
module_LTLIBRARIES += urdf.la
urdf_la_SOURCES = $(urdf_sources) $(xml_sources)
urdf_la_LDFLAGS = $(module_ldflags)
urdf_la_LIBADD = libfulcrum.la $(EXPAT_LIBS)
endif
