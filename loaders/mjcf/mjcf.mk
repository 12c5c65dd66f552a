mjcf_shared = $(xml_sources)
mjcf_libs = $(EXPAT_LIBS)
