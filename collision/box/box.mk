box_sources = collision/box/box.c collision/box/box.h collision/box/edge.c collision/box/face.c
MODULES += box
manifests += collision/box/box.json
EXTRA_DIST += collision/box/box.json.in collision/box/README.md
if BUILTIN_MODULES
builtin_sources += $(box_sources)
else
module_LTLIBRARIES += box.la
box_la_SOURCES = $(box_sources)
box_la_LDFLAGS = $(module_ldflags)
box_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/box.la
v3_box_la_SOURCES = $(box_sources)
v3_box_la_LDFLAGS = $(module_ldflags)
v3_box_la_LIBADD = libfulcrum.la
v3_box_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
