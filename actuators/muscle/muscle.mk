muscle_sources = actuators/muscle/muscle.c
MODULES += muscle
manifests += actuators/muscle/muscle.json
EXTRA_DIST += actuators/muscle/muscle.json.in actuators/muscle/README.md
if BUILTIN_MODULES
builtin_sources += $(muscle_sources)
else
module_LTLIBRARIES += muscle.la
muscle_la_SOURCES = $(muscle_sources)
muscle_la_LDFLAGS = $(module_ldflags)
muscle_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/muscle.la
v3_muscle_la_SOURCES = $(muscle_sources)
v3_muscle_la_LDFLAGS = $(module_ldflags)
v3_muscle_la_LIBADD = libfulcrum.la
v3_muscle_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
