cg_sources = solvers/cg/cg.c
MODULES += cg
manifests += solvers/cg/cg.json
EXTRA_DIST += solvers/cg/cg.json.in solvers/cg/README.md
if BUILTIN_MODULES
builtin_sources += $(cg_sources)
else
module_LTLIBRARIES += cg.la
cg_la_SOURCES = $(cg_sources)
cg_la_LDFLAGS = $(module_ldflags)
cg_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/cg.la
v3_cg_la_SOURCES = $(cg_sources)
v3_cg_la_LDFLAGS = $(module_ldflags)
v3_cg_la_LIBADD = libfulcrum.la
v3_cg_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
