msh_sources = loaders/msh/msh.c
MODULES += msh
manifests += loaders/msh/msh.json
EXTRA_DIST += loaders/msh/msh.json.in loaders/msh/README.md
if BUILTIN_MODULES
builtin_sources += $(msh_sources)
else
module_LTLIBRARIES += msh.la
msh_la_SOURCES = $(msh_sources)
msh_la_LDFLAGS = $(module_ldflags)
msh_la_LIBADD = libfulcrum.la
endif
