sensor_inertial_sources = sensors/inertial/sensor_inertial.c
MODULES += sensor_inertial
manifests += sensors/inertial/sensor_inertial.json
EXTRA_DIST += sensors/inertial/sensor_inertial.json.in sensors/inertial/README.md
if BUILTIN_MODULES
builtin_sources += $(sensor_inertial_sources)
else
module_LTLIBRARIES += sensor_inertial.la
sensor_inertial_la_SOURCES = $(sensor_inertial_sources)
sensor_inertial_la_LDFLAGS = $(module_ldflags)
sensor_inertial_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sensor_inertial.la
v3_sensor_inertial_la_SOURCES = $(sensor_inertial_sources)
v3_sensor_inertial_la_LDFLAGS = $(module_ldflags)
v3_sensor_inertial_la_LIBADD = libfulcrum.la
v3_sensor_inertial_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
