affine_sources = actuators/affine/affine.c
MODULES += affine
manifests += actuators/affine/affine.json
EXTRA_DIST += actuators/affine/affine.json.in actuators/affine/README.md
if BUILTIN_MODULES
builtin_sources += $(affine_sources)
else
module_LTLIBRARIES += affine.la
affine_la_SOURCES = $(affine_sources)
affine_la_LDFLAGS = $(module_ldflags)
affine_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/affine.la
v3_affine_la_SOURCES = $(affine_sources)
v3_affine_la_LDFLAGS = $(module_ldflags)
v3_affine_la_LIBADD = libfulcrum.la
v3_affine_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
