pid_sources = actuators/pid/pid.c
MODULES += pid
manifests += actuators/pid/pid.json
EXTRA_DIST += actuators/pid/pid.json.in actuators/pid/README.md
if BUILTIN_MODULES
builtin_sources += $(pid_sources)
else
module_LTLIBRARIES += pid.la
pid_la_SOURCES = $(pid_sources)
pid_la_LDFLAGS = $(module_ldflags)
pid_la_LIBADD = libfulcrum.la -lm
if LEVEL_V3
level_v3_LTLIBRARIES += v3/pid.la
v3_pid_la_SOURCES = $(pid_sources)
v3_pid_la_LDFLAGS = $(module_ldflags)
v3_pid_la_LIBADD = libfulcrum.la -lm
v3_pid_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
