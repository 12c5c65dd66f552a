# built if HAVE_GL
gl_flags = $(GL_CFLAGS)
