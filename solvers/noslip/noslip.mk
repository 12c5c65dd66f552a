noslip_sources = solvers/noslip/noslip.c
MODULES += noslip
manifests += solvers/noslip/noslip.json
EXTRA_DIST += solvers/noslip/noslip.json.in solvers/noslip/README.md
if BUILTIN_MODULES
builtin_sources += $(noslip_sources)
else
module_LTLIBRARIES += noslip.la
noslip_la_SOURCES = $(noslip_sources)
noslip_la_LDFLAGS = $(module_ldflags)
noslip_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/noslip.la
v3_noslip_la_SOURCES = $(noslip_sources)
v3_noslip_la_LDFLAGS = $(module_ldflags)
v3_noslip_la_LIBADD = libfulcrum.la
v3_noslip_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
