sensor_joint_sources = sensors/joint/sensor_joint.c
MODULES += sensor_joint
manifests += sensors/joint/sensor_joint.json
EXTRA_DIST += sensors/joint/sensor_joint.json.in sensors/joint/README.md
if BUILTIN_MODULES
builtin_sources += $(sensor_joint_sources)
else
module_LTLIBRARIES += sensor_joint.la
sensor_joint_la_SOURCES = $(sensor_joint_sources)
sensor_joint_la_LDFLAGS = $(module_ldflags)
sensor_joint_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sensor_joint.la
v3_sensor_joint_la_SOURCES = $(sensor_joint_sources)
v3_sensor_joint_la_LDFLAGS = $(module_ldflags)
v3_sensor_joint_la_LIBADD = libfulcrum.la
v3_sensor_joint_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
