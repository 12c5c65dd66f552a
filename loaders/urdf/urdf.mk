urdf_shared = $(xml_sources)
urdf_flags = $(TINYXML2_CFLAGS)
urdf_libs = $(TINYXML2_LIBS)
