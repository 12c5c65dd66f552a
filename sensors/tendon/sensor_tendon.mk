sensor_tendon_sources = sensors/tendon/sensor_tendon.c
MODULES += sensor_tendon
manifests += sensors/tendon/sensor_tendon.json
EXTRA_DIST += sensors/tendon/sensor_tendon.json.in sensors/tendon/README.md
if BUILTIN_MODULES
builtin_sources += $(sensor_tendon_sources)
else
module_LTLIBRARIES += sensor_tendon.la
sensor_tendon_la_SOURCES = $(sensor_tendon_sources)
sensor_tendon_la_LDFLAGS = $(module_ldflags)
sensor_tendon_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sensor_tendon.la
v3_sensor_tendon_la_SOURCES = $(sensor_tendon_sources)
v3_sensor_tendon_la_LDFLAGS = $(module_ldflags)
v3_sensor_tendon_la_LIBADD = libfulcrum.la
v3_sensor_tendon_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
