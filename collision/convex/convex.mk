convex_sources = collision/convex/convex.c collision/convex/convex.h collision/convex/epa.c collision/convex/gjk.c collision/convex/patch.c collision/convex/polytope.c collision/convex/simplex.c collision/convex/support.c
MODULES += convex
manifests += collision/convex/convex.json
EXTRA_DIST += collision/convex/convex.json.in collision/convex/README.md
if BUILTIN_MODULES
builtin_sources += $(convex_sources)
else
module_LTLIBRARIES += convex.la
convex_la_SOURCES = $(convex_sources)
convex_la_LDFLAGS = $(module_ldflags)
convex_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/convex.la
v3_convex_la_SOURCES = $(convex_sources)
v3_convex_la_LDFLAGS = $(module_ldflags)
v3_convex_la_LIBADD = libfulcrum.la
v3_convex_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
