urdf_shared = $(xml_sources)
urdf_libs = $(EXPAT_LIBS)
