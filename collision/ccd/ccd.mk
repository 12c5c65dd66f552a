ccd_flags = $(CCD_CFLAGS)
ccd_libs = $(CCD_LIBS)
