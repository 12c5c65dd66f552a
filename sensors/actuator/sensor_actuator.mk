sensor_actuator_sources = sensors/actuator/sensor_actuator.c
MODULES += sensor_actuator
manifests += sensors/actuator/sensor_actuator.json
EXTRA_DIST += sensors/actuator/sensor_actuator.json.in sensors/actuator/README.md
if BUILTIN_MODULES
builtin_sources += $(sensor_actuator_sources)
else
module_LTLIBRARIES += sensor_actuator.la
sensor_actuator_la_SOURCES = $(sensor_actuator_sources)
sensor_actuator_la_LDFLAGS = $(module_ldflags)
sensor_actuator_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sensor_actuator.la
v3_sensor_actuator_la_SOURCES = $(sensor_actuator_sources)
v3_sensor_actuator_la_LDFLAGS = $(module_ldflags)
v3_sensor_actuator_la_LIBADD = libfulcrum.la
v3_sensor_actuator_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
