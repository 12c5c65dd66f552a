png_sources = loaders/png/png.c
MODULES += png
manifests += loaders/png/png.json
EXTRA_DIST += loaders/png/png.json.in loaders/png/README.md
if BUILTIN_MODULES
builtin_sources += $(png_sources)
else
module_LTLIBRARIES += png.la
png_la_SOURCES = $(png_sources)
png_la_CPPFLAGS = $(AM_CPPFLAGS) $(PNG_CFLAGS)
png_la_LDFLAGS = $(module_ldflags)
png_la_LIBADD = libfulcrum.la $(PNG_LIBS)
endif
