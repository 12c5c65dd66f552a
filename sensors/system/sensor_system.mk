sensor_system_sources = sensors/system/sensor_system.c
MODULES += sensor_system
manifests += sensors/system/sensor_system.json
EXTRA_DIST += sensors/system/sensor_system.json.in sensors/system/README.md
if BUILTIN_MODULES
builtin_sources += $(sensor_system_sources)
else
module_LTLIBRARIES += sensor_system.la
sensor_system_la_SOURCES = $(sensor_system_sources)
sensor_system_la_LDFLAGS = $(module_ldflags)
sensor_system_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sensor_system.la
v3_sensor_system_la_SOURCES = $(sensor_system_sources)
v3_sensor_system_la_LDFLAGS = $(module_ldflags)
v3_sensor_system_la_LIBADD = libfulcrum.la
v3_sensor_system_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
