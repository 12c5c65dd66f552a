# built if VIEWER
viewer_flags = $(GLFW_CFLAGS) $(PNG_CFLAGS)
viewer_libs = $(GLFW_LIBS) $(PNG_LIBS)
