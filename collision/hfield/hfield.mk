hfield_sources = collision/hfield/hfield.c
MODULES += hfield
manifests += collision/hfield/hfield.json
EXTRA_DIST += collision/hfield/hfield.json.in collision/hfield/README.md
if BUILTIN_MODULES
builtin_sources += $(hfield_sources)
else
module_LTLIBRARIES += hfield.la
hfield_la_SOURCES = $(hfield_sources)
hfield_la_LDFLAGS = $(module_ldflags)
hfield_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/hfield.la
v3_hfield_la_SOURCES = $(hfield_sources)
v3_hfield_la_LDFLAGS = $(module_ldflags)
v3_hfield_la_LIBADD = libfulcrum.la
v3_hfield_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
