# built if HAVE_EMBREE
raytrace_shared = $(renderers_common_sources)
raytrace_libs = $(EMBREE_LIBS)
