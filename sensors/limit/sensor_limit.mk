sensor_limit_sources = sensors/limit/sensor_limit.c
MODULES += sensor_limit
manifests += sensors/limit/sensor_limit.json
EXTRA_DIST += sensors/limit/sensor_limit.json.in sensors/limit/README.md
if BUILTIN_MODULES
builtin_sources += $(sensor_limit_sources)
else
module_LTLIBRARIES += sensor_limit.la
sensor_limit_la_SOURCES = $(sensor_limit_sources)
sensor_limit_la_LDFLAGS = $(module_ldflags)
sensor_limit_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sensor_limit.la
v3_sensor_limit_la_SOURCES = $(sensor_limit_sources)
v3_sensor_limit_la_LDFLAGS = $(module_ldflags)
v3_sensor_limit_la_LIBADD = libfulcrum.la
v3_sensor_limit_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
