ccd_shared = $(forms_sources)
ccd_flags = $(CCD_CFLAGS)
ccd_libs = $(CCD_LIBS)
