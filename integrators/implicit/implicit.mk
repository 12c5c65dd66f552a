implicit_sources = integrators/implicit/implicit.c integrators/implicit/lu.c integrators/implicit/lu.h
MODULES += implicit
manifests += integrators/implicit/implicit.json
EXTRA_DIST += integrators/implicit/implicit.json.in integrators/implicit/README.md
if BUILTIN_MODULES
builtin_sources += $(implicit_sources)
else
module_LTLIBRARIES += implicit.la
implicit_la_SOURCES = $(implicit_sources)
implicit_la_LDFLAGS = $(module_ldflags)
implicit_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/implicit.la
v3_implicit_la_SOURCES = $(implicit_sources)
v3_implicit_la_LDFLAGS = $(module_ldflags)
v3_implicit_la_LIBADD = libfulcrum.la
v3_implicit_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
