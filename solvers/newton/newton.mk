newton_sources = solvers/newton/newton.c solvers/newton/hessian.c solvers/newton/hessian.h solvers/newton/factor.c solvers/newton/pattern.c
MODULES += newton
manifests += solvers/newton/newton.json
EXTRA_DIST += solvers/newton/newton.json.in solvers/newton/README.md
if BUILTIN_MODULES
builtin_sources += $(newton_sources)
else
module_LTLIBRARIES += newton.la
newton_la_SOURCES = $(newton_sources)
newton_la_LDFLAGS = $(module_ldflags)
newton_la_LIBADD = libfulcrum.la
if LEVEL_V3
level_v3_LTLIBRARIES += v3/newton.la
v3_newton_la_SOURCES = $(newton_sources)
v3_newton_la_LDFLAGS = $(module_ldflags)
v3_newton_la_LIBADD = libfulcrum.la
v3_newton_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
