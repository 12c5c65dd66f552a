rk4_sources = integrators/rk4/rk4.c
MODULES += rk4
manifests += integrators/rk4/rk4.json
EXTRA_DIST += integrators/rk4/rk4.json.in integrators/rk4/README.md
if BUILTIN_MODULES
builtin_sources += $(rk4_sources)
else
module_LTLIBRARIES += rk4.la
rk4_la_SOURCES = $(rk4_sources)
rk4_la_LDFLAGS = $(module_ldflags)
rk4_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/rk4.la
v3_rk4_la_SOURCES = $(rk4_sources)
v3_rk4_la_LDFLAGS = $(module_ldflags)
v3_rk4_la_LIBADD = libfulcrum.la
v3_rk4_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
