sensor_frame_sources = sensors/frame/sensor_frame.c
MODULES += sensor_frame
manifests += sensors/frame/sensor_frame.json
EXTRA_DIST += sensors/frame/sensor_frame.json.in sensors/frame/README.md
if BUILTIN_MODULES
builtin_sources += $(sensor_frame_sources)
else
module_LTLIBRARIES += sensor_frame.la
sensor_frame_la_SOURCES = $(sensor_frame_sources)
sensor_frame_la_LDFLAGS = $(module_ldflags)
sensor_frame_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sensor_frame.la
v3_sensor_frame_la_SOURCES = $(sensor_frame_sources)
v3_sensor_frame_la_LDFLAGS = $(module_ldflags)
v3_sensor_frame_la_LIBADD = libfulcrum.la
v3_sensor_frame_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
