sensor_range_sources = sensors/range/sensor_range.c sensors/range/camera.c sensors/range/camera.h
MODULES += sensor_range
manifests += sensors/range/sensor_range.json
EXTRA_DIST += sensors/range/sensor_range.json.in sensors/range/README.md
if BUILTIN_MODULES
builtin_sources += $(sensor_range_sources)
else
module_LTLIBRARIES += sensor_range.la
sensor_range_la_SOURCES = $(sensor_range_sources)
sensor_range_la_LDFLAGS = $(module_ldflags)
sensor_range_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sensor_range.la
v3_sensor_range_la_SOURCES = $(sensor_range_sources)
v3_sensor_range_la_LDFLAGS = $(module_ldflags)
v3_sensor_range_la_LIBADD = libfulcrum.la
v3_sensor_range_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
