sdf_shapes_sources = collision/sdf_shapes/sdf_shapes.c collision/sdf_shapes/shapes.c collision/sdf_shapes/shapes.h
MODULES += sdf_shapes
manifests += collision/sdf_shapes/sdf_shapes.json
EXTRA_DIST += collision/sdf_shapes/sdf_shapes.json.in collision/sdf_shapes/README.md
if BUILTIN_MODULES
builtin_sources += $(sdf_shapes_sources)
else
module_LTLIBRARIES += sdf_shapes.la
sdf_shapes_la_SOURCES = $(sdf_shapes_sources)
sdf_shapes_la_LDFLAGS = $(module_ldflags)
sdf_shapes_la_LIBADD = libfulcrum.la -lm
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sdf_shapes.la
v3_sdf_shapes_la_SOURCES = $(sdf_shapes_sources)
v3_sdf_shapes_la_LDFLAGS = $(module_ldflags)
v3_sdf_shapes_la_LIBADD = libfulcrum.la -lm
v3_sdf_shapes_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
