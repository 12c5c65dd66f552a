mjcf_shared = $(xml_sources)
mjcf_flags = $(TINYXML2_CFLAGS)
mjcf_libs = $(TINYXML2_LIBS)
