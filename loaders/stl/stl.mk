stl_sources = loaders/stl/stl.c
MODULES += stl
manifests += loaders/stl/stl.json
EXTRA_DIST += loaders/stl/stl.json.in loaders/stl/README.md
if BUILTIN_MODULES
builtin_sources += $(stl_sources)
else
module_LTLIBRARIES += stl.la
stl_la_SOURCES = $(stl_sources)
stl_la_LDFLAGS = $(module_ldflags)
stl_la_LIBADD = libfulcrum.la
endif
