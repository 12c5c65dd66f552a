mjb_sources = loaders/mjb/mjb.c
MODULES += mjb
manifests += loaders/mjb/mjb.json
EXTRA_DIST += loaders/mjb/mjb.json.in loaders/mjb/README.md
if BUILTIN_MODULES
builtin_sources += $(mjb_sources)
else
module_LTLIBRARIES += mjb.la
mjb_la_SOURCES = $(mjb_sources)
mjb_la_LDFLAGS = $(module_ldflags)
mjb_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/mjb.la
v3_mjb_la_SOURCES = $(mjb_sources)
v3_mjb_la_LDFLAGS = $(module_ldflags)
v3_mjb_la_LIBADD = libfulcrum.la
v3_mjb_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
