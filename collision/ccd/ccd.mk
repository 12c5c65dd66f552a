ccd_sources = collision/ccd/ccd.c collision/ccd/ccd.h collision/ccd/mpr.c collision/ccd/normal.c collision/ccd/penetration.c collision/ccd/support.c
MODULES += ccd
manifests += collision/ccd/ccd.json
EXTRA_DIST += collision/ccd/ccd.json.in collision/ccd/README.md
if BUILTIN_MODULES
builtin_sources += $(ccd_sources)
else
module_LTLIBRARIES += ccd.la
ccd_la_SOURCES = $(ccd_sources)
ccd_la_LDFLAGS = $(module_ldflags)
ccd_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/ccd.la
v3_ccd_la_SOURCES = $(ccd_sources)
v3_ccd_la_LDFLAGS = $(module_ldflags)
v3_ccd_la_LIBADD = libfulcrum.la
v3_ccd_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
