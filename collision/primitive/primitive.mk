primitive_sources = collision/primitive/capsule.c collision/primitive/capsule_box.c collision/primitive/primitive.c collision/primitive/primitive.h collision/primitive/sphere.c
MODULES += primitive
manifests += collision/primitive/primitive.json
EXTRA_DIST += collision/primitive/primitive.json.in collision/primitive/README.md
if BUILTIN_MODULES
builtin_sources += $(primitive_sources)
else
module_LTLIBRARIES += primitive.la
primitive_la_SOURCES = $(primitive_sources)
primitive_la_LDFLAGS = $(module_ldflags)
primitive_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/primitive.la
v3_primitive_la_SOURCES = $(primitive_sources)
v3_primitive_la_LDFLAGS = $(module_ldflags)
v3_primitive_la_LIBADD = libfulcrum.la
v3_primitive_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
