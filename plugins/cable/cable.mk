cable_sources = plugins/cable/cable.c
MODULES += cable
manifests += plugins/cable/cable.json
EXTRA_DIST += plugins/cable/cable.json.in plugins/cable/README.md
if BUILTIN_MODULES
builtin_sources += $(cable_sources)
else
module_LTLIBRARIES += cable.la
cable_la_SOURCES = $(cable_sources)
cable_la_LDFLAGS = $(module_ldflags)
cable_la_LIBADD = libfulcrum.la -lm
if LEVEL_V3
level_v3_LTLIBRARIES += v3/cable.la
v3_cable_la_SOURCES = $(cable_sources)
v3_cable_la_LDFLAGS = $(module_ldflags)
v3_cable_la_LIBADD = libfulcrum.la -lm
v3_cable_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
