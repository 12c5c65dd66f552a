sensor_tactile_sources = sensors/tactile/sensor_tactile.c
MODULES += sensor_tactile
manifests += sensors/tactile/sensor_tactile.json
EXTRA_DIST += sensors/tactile/sensor_tactile.json.in sensors/tactile/README.md
if BUILTIN_MODULES
builtin_sources += $(sensor_tactile_sources)
else
module_LTLIBRARIES += sensor_tactile.la
sensor_tactile_la_SOURCES = $(sensor_tactile_sources)
sensor_tactile_la_LDFLAGS = $(module_ldflags)
sensor_tactile_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sensor_tactile.la
v3_sensor_tactile_la_SOURCES = $(sensor_tactile_sources)
v3_sensor_tactile_la_LDFLAGS = $(module_ldflags)
v3_sensor_tactile_la_LIBADD = libfulcrum.la
v3_sensor_tactile_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
