euler_sources = integrators/euler/euler.c
MODULES += euler
manifests += integrators/euler/euler.json
EXTRA_DIST += integrators/euler/euler.json.in integrators/euler/README.md
if BUILTIN_MODULES
builtin_sources += $(euler_sources)
else
module_LTLIBRARIES += euler.la
euler_la_SOURCES = $(euler_sources)
euler_la_LDFLAGS = $(module_ldflags)
euler_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/euler.la
v3_euler_la_SOURCES = $(euler_sources)
v3_euler_la_LDFLAGS = $(module_ldflags)
v3_euler_la_LIBADD = libfulcrum.la
v3_euler_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
