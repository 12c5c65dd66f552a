sdf_sources = collision/sdf/sdf.c collision/sdf/sdf.h collision/sdf/descent.c collision/sdf/mesh.c
MODULES += sdf
manifests += collision/sdf/sdf.json
EXTRA_DIST += collision/sdf/sdf.json.in collision/sdf/README.md
if BUILTIN_MODULES
builtin_sources += $(sdf_sources)
else
module_LTLIBRARIES += sdf.la
sdf_la_SOURCES = $(sdf_sources)
sdf_la_LDFLAGS = $(module_ldflags)
sdf_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sdf.la
v3_sdf_la_SOURCES = $(sdf_sources)
v3_sdf_la_LDFLAGS = $(module_ldflags)
v3_sdf_la_LIBADD = libfulcrum.la
v3_sdf_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
