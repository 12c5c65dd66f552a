activation_sources = actuators/activation/activation.c
MODULES += activation
manifests += actuators/activation/activation.json
EXTRA_DIST += actuators/activation/activation.json.in actuators/activation/README.md
if BUILTIN_MODULES
builtin_sources += $(activation_sources)
else
module_LTLIBRARIES += activation.la
activation_la_SOURCES = $(activation_sources)
activation_la_LDFLAGS = $(module_ldflags)
activation_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/activation.la
v3_activation_la_SOURCES = $(activation_sources)
v3_activation_la_LDFLAGS = $(module_ldflags)
v3_activation_la_LIBADD = libfulcrum.la
v3_activation_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
