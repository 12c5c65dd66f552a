pgs_sources = solvers/pgs/pgs.c
MODULES += pgs
manifests += solvers/pgs/pgs.json
EXTRA_DIST += solvers/pgs/pgs.json.in solvers/pgs/README.md
if BUILTIN_MODULES
builtin_sources += $(pgs_sources)
else
module_LTLIBRARIES += pgs.la
pgs_la_SOURCES = $(pgs_sources)
pgs_la_LDFLAGS = $(module_ldflags)
pgs_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/pgs.la
v3_pgs_la_SOURCES = $(pgs_sources)
v3_pgs_la_LDFLAGS = $(module_ldflags)
v3_pgs_la_LIBADD = libfulcrum.la
v3_pgs_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
