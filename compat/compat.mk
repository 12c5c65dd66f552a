# The name under which programs built for MuJoCo 3.6.0 find the library, and the library for programs with libc++; compat/README.md
EXTRA_DIST += compat/README.md compat/libmujoco.c compat/names.awk compat/conceal.sh
mujoco_version = 3.6.0
compat_name = libmujoco.so.$(mujoco_version)
compatdir = $(libdir)/fulcrum/compat
libcxxdir = $(libdir)/fulcrum/compat-libc++
libcxx_v3dir = $(libcxxdir)/glibc-hwcaps/x86-64-v3

# Its libfulcrum is found from its own place, before LD_LIBRARY_PATH, which may lead to the one for another C++ library.
compat_link = $(CC) $(AM_CPPFLAGS) $(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC $(LDFLAGS) $(AM_LDFLAGS) -shared \
  -Wl,-soname,$(compat_name) -Wl,--no-as-needed -Wl,--disable-new-dtags -Wl,--hash-style=gnu -Wl,-z,defs
conceal = OBJDUMP='$(OBJDUMP)' $(SHELL) $(srcdir)/compat/conceal.sh

# What programs are linked with: the names of libfulcrum. Nothing of it is instrumented, since nothing of it runs.
compat/names.o: compat/names.awk libfulcrum.la
	$(AM_V_CC)$(MKDIR_P) $(@D) && $(NM) -D -P .libs/libfulcrum.so > compat/names.txt && \
	  $(AWK) -f $(srcdir)/compat/names.awk compat/names.txt > compat/names.c && \
	  $(CC) $(CFLAGS) -fPIC -fvisibility=default -fno-sanitize=all -fno-lto -c -o $@ compat/names.c
CLEANFILES += compat/names.txt compat/names.c compat/names.o

compat_built = compat/compat/$(compat_name)
compat/compat/$(compat_name): compat/libmujoco.c include/fulcrum/compat.h compat/names.o compat/conceal.sh libfulcrum.la
	$(AM_V_CCLD)$(MKDIR_P) $(@D) && $(compat_link) -DFULCRUM_MARK=fc_built_for_$(cxx_library) -Wl,-rpath,'$$ORIGIN/../..' -o $@ \
	  $(srcdir)/compat/libmujoco.c compat/names.o .libs/libfulcrum.so && $(conceal) $@ || { rm -f $@; exit 1; }

if LIBCXX
# only the handles are compiled for libc++; the rest is the same code. libc++ is linked in and stays inside.
libcxx_LTLIBRARIES = compat/libcxx/libfulcrum.la
compat_libcxx_libfulcrum_la_SOURCES =
compat_libcxx_libfulcrum_la_LIBADD = libcore.la compat/handles_libcxx.lo $(CJSON_LIBS) $(QHULL_LIBS)
compat_libcxx_libfulcrum_la_LDFLAGS = $(libfulcrum_la_LDFLAGS) $(libcxx_ldflags)

compat/handles_libcxx.lo: core/model/spec/handles.cc core/model/spec/handles.h
	$(AM_V_CXX)$(MKDIR_P) $(@D) && $(LIBTOOL) $(AM_V_lt) --tag=CXX --mode=compile $(LIBCXX_CXX) $(DEFS) $(AM_CPPFLAGS) $(CPPFLAGS) \
	  $(AM_CXXFLAGS) $(CXXFLAGS) -c -o $@ $(srcdir)/core/model/spec/handles.cc
CLEANFILES += compat/handles_libcxx.lo compat/handles_libcxx.o compat/.libs/handles_libcxx.o

compat_built += compat/compat-libc++/$(compat_name)
compat/compat-libc++/$(compat_name): compat/libmujoco.c include/fulcrum/compat.h compat/names.o compat/conceal.sh compat/libcxx/libfulcrum.la
	$(AM_V_CCLD)$(MKDIR_P) $(@D) && $(compat_link) -DFULCRUM_MARK=fc_built_for_libcxx -Wl,-rpath,'$$ORIGIN' -o $@ \
	  $(srcdir)/compat/libmujoco.c compat/names.o compat/libcxx/.libs/libfulcrum.so && $(conceal) $@ || { rm -f $@; exit 1; }

if LEVEL_V3
libcxx_v3_LTLIBRARIES = compat/libcxx_v3/libfulcrum.la
compat_libcxx_v3_libfulcrum_la_SOURCES =
compat_libcxx_v3_libfulcrum_la_LIBADD = v3/libcore.la compat/handles_libcxx.lo $(CJSON_LIBS) $(QHULL_LIBS)
compat_libcxx_v3_libfulcrum_la_LDFLAGS = $(compat_libcxx_libfulcrum_la_LDFLAGS)
compat_built += compat/libcxx_v3/libfulcrum.la
endif
endif
all-local: $(compat_built)
CLEANFILES += compat/compat/$(compat_name) compat/compat-libc++/$(compat_name)

# ---------------------------------------------------------------- the same folders in the build tree and where things are installed
stage_compat = $(MKDIR_P) .libs/fulcrum/compat && cp compat/compat/$(compat_name) .libs/fulcrum/compat/$(stage_libcxx)$(stage_libcxx_v3)
stage_libcxx =
stage_libcxx_v3 =
if LIBCXX
stage_libcxx += && $(MKDIR_P) .libs/fulcrum/compat-libc++ && \
  cp -P compat/compat-libc++/$(compat_name) compat/libcxx/.libs/libfulcrum.so* .libs/fulcrum/compat-libc++/
if LEVEL_V3
stage_libcxx_v3 += && $(MKDIR_P) .libs/fulcrum/compat-libc++/glibc-hwcaps/x86-64-v3 && \
  cp -P compat/libcxx_v3/.libs/libfulcrum.so* .libs/fulcrum/compat-libc++/glibc-hwcaps/x86-64-v3/
endif
endif

# programs that are linked with either name need the other one, as those do that were built for MuJoCo
install-compat:
	$(MKDIR_P) $(DESTDIR)$(compatdir)
	$(INSTALL_PROGRAM) compat/compat/$(compat_name) $(DESTDIR)$(compatdir)/$(compat_name)
	cd $(DESTDIR)$(compatdir) && rm -f libmujoco.so && $(LN_S) $(compat_name) libmujoco.so
if LIBCXX
	$(INSTALL_PROGRAM) compat/compat-libc++/$(compat_name) $(DESTDIR)$(libcxxdir)/$(compat_name)
	cd $(DESTDIR)$(libcxxdir) && rm -f *.la glibc-hwcaps/x86-64-v3/*.la libmujoco.so && $(LN_S) $(compat_name) libmujoco.so
endif
uninstall-compat:
	rm -f $(DESTDIR)$(compatdir)/libmujoco.so $(DESTDIR)$(compatdir)/$(compat_name)
	rm -f $(DESTDIR)$(libcxxdir)/libmujoco.so $(DESTDIR)$(libcxxdir)/$(compat_name)
	rm -f $(DESTDIR)$(libcxxdir)/libfulcrum.so* $(DESTDIR)$(libcxx_v3dir)/libfulcrum.so*
	-for d in $(compatdir) $(libcxx_v3dir) $(libcxxdir)/glibc-hwcaps $(libcxxdir); do rmdir $(DESTDIR)$$d 2>/dev/null; done; true
