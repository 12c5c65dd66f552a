png_flags = $(PNG_CFLAGS)
png_libs = $(PNG_LIBS)
