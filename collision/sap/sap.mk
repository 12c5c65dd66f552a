sap_sources = collision/sap/sap.c
MODULES += sap
manifests += collision/sap/sap.json
EXTRA_DIST += collision/sap/sap.json.in collision/sap/README.md
if BUILTIN_MODULES
builtin_sources += $(sap_sources)
else
module_LTLIBRARIES += sap.la
sap_la_SOURCES = $(sap_sources)
sap_la_LDFLAGS = $(module_ldflags)
sap_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sap.la
v3_sap_la_SOURCES = $(sap_sources)
v3_sap_la_LDFLAGS = $(module_ldflags)
v3_sap_la_LIBADD = libfulcrum.la
v3_sap_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
