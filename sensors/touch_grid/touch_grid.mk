touch_grid_sources = sensors/touch_grid/touch_grid.c
MODULES += touch_grid
manifests += sensors/touch_grid/touch_grid.json
EXTRA_DIST += sensors/touch_grid/touch_grid.json.in sensors/touch_grid/README.md
if BUILTIN_MODULES
builtin_sources += $(touch_grid_sources)
else
module_LTLIBRARIES += touch_grid.la
touch_grid_la_SOURCES = $(touch_grid_sources)
touch_grid_la_LDFLAGS = $(module_ldflags)
touch_grid_la_LIBADD = libfulcrum.la -lm
if LEVEL_V3
level_v3_LTLIBRARIES += v3/touch_grid.la
v3_touch_grid_la_SOURCES = $(touch_grid_sources)
v3_touch_grid_la_LDFLAGS = $(module_ldflags)
v3_touch_grid_la_LIBADD = libfulcrum.la -lm
v3_touch_grid_la_CFLAGS = $(AM_CFLAGS) $(v3_cflags)
endif
endif
