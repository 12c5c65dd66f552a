# built if HAVE_GL
gl_flags = $(GL_CFLAGS)
gl_shared = $(renderers_common_sources)
