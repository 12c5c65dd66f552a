plane_sources = collision/plane/plane.c
MODULES += plane
manifests += collision/plane/plane.json
EXTRA_DIST += collision/plane/plane.json.in collision/plane/README.md
if BUILTIN_MODULES
builtin_sources += $(plane_sources)
else
module_LTLIBRARIES += plane.la
plane_la_SOURCES = $(plane_sources)
plane_la_LDFLAGS = $(module_ldflags)
plane_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/plane.la
v3_plane_la_SOURCES = $(plane_sources)
v3_plane_la_LDFLAGS = $(module_ldflags)
v3_plane_la_LIBADD = libfulcrum.la
v3_plane_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
