soft_sources = contact_models/soft/soft.c
MODULES += soft
manifests += contact_models/soft/soft.json
EXTRA_DIST += contact_models/soft/soft.json.in contact_models/soft/README.md
if BUILTIN_MODULES
builtin_sources += $(soft_sources)
else
module_LTLIBRARIES += soft.la
soft_la_SOURCES = $(soft_sources)
soft_la_LDFLAGS = $(module_ldflags)
soft_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/soft.la
v3_soft_la_SOURCES = $(soft_sources)
v3_soft_la_LDFLAGS = $(module_ldflags)
v3_soft_la_LIBADD = libfulcrum.la
v3_soft_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
