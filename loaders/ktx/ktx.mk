ktx_sources = loaders/ktx/ktx.c
MODULES += ktx
manifests += loaders/ktx/ktx.json
EXTRA_DIST += loaders/ktx/ktx.json.in loaders/ktx/README.md
if BUILTIN_MODULES
builtin_sources += $(ktx_sources)
else
module_LTLIBRARIES += ktx.la
ktx_la_SOURCES = $(ktx_sources)
ktx_la_LDFLAGS = $(module_ldflags)
ktx_la_LIBADD = libfulcrum.la
endif
