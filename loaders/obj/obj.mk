obj_sources = loaders/obj/ears.c loaders/obj/obj.c loaders/obj/obj.h
MODULES += obj
manifests += loaders/obj/obj.json
EXTRA_DIST += loaders/obj/obj.json.in loaders/obj/README.md
if BUILTIN_MODULES
builtin_sources += $(obj_sources)
else
module_LTLIBRARIES += obj.la
obj_la_SOURCES = $(obj_sources)
obj_la_LDFLAGS = $(module_ldflags)
obj_la_LIBADD = libfulcrum.la
endif
