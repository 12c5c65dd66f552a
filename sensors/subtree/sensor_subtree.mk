sensor_subtree_sources = sensors/subtree/sensor_subtree.c
MODULES += sensor_subtree
manifests += sensors/subtree/sensor_subtree.json
EXTRA_DIST += sensors/subtree/sensor_subtree.json.in sensors/subtree/README.md
if BUILTIN_MODULES
builtin_sources += $(sensor_subtree_sources)
else
module_LTLIBRARIES += sensor_subtree.la
sensor_subtree_la_SOURCES = $(sensor_subtree_sources)
sensor_subtree_la_LDFLAGS = $(module_ldflags)
sensor_subtree_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sensor_subtree.la
v3_sensor_subtree_la_SOURCES = $(sensor_subtree_sources)
v3_sensor_subtree_la_LDFLAGS = $(module_ldflags)
v3_sensor_subtree_la_LIBADD = libfulcrum.la
v3_sensor_subtree_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
