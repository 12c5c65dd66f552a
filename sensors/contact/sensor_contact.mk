sensor_contact_sources = sensors/contact/sensor_contact.c sensors/contact/matching.c sensors/contact/matching.h
MODULES += sensor_contact
manifests += sensors/contact/sensor_contact.json
EXTRA_DIST += sensors/contact/sensor_contact.json.in sensors/contact/README.md
if BUILTIN_MODULES
builtin_sources += $(sensor_contact_sources)
else
module_LTLIBRARIES += sensor_contact.la
sensor_contact_la_SOURCES = $(sensor_contact_sources)
sensor_contact_la_LDFLAGS = $(module_ldflags)
sensor_contact_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/sensor_contact.la
v3_sensor_contact_la_SOURCES = $(sensor_contact_sources)
v3_sensor_contact_la_LDFLAGS = $(module_ldflags)
v3_sensor_contact_la_LIBADD = libfulcrum.la
v3_sensor_contact_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
