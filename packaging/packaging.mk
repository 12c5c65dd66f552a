# How build systems find an installation: pkg-config and CMake, under the names fulcrum and mujoco. README.md of this folder
EXTRA_DIST += packaging/relative.awk packaging/version.cmake.in \
  packaging/fulcrum.pc.in packaging/mujoco.pc.in packaging/fulcrumConfig.cmake.in packaging/mujocoConfig.cmake.in

pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = packaging/fulcrum.pc packaging/mujoco.pc
cmake_fulcrumdir = $(libdir)/cmake/fulcrum
nodist_cmake_fulcrum_DATA = packaging/fulcrumConfig.cmake packaging/fulcrumConfigVersion.cmake
cmake_mujocodir = $(libdir)/cmake/mujoco
nodist_cmake_mujoco_DATA = packaging/mujocoConfig.cmake packaging/mujocoConfigVersion.cmake
CLEANFILES += $(nodist_pkgconfig_DATA) $(nodist_cmake_fulcrum_DATA) $(nodist_cmake_mujoco_DATA)

# places are relative to the folder of libraries, so that an installation can be moved
from_libdir = `$(AWK) -f $(srcdir)/packaging/relative.awk '$(libdir)'
fill_places = -e "s|@prefix[@]|$(from_libdir) '$(prefix)'`|" -e "s|@includedir[@]|$(from_libdir) '$(includedir)'`|" \
  -e "s|@bindir[@]|$(from_libdir) '$(bindir)'`|"
fill = $(AM_V_GEN)$(MKDIR_P) $(@D) && $(SED) $(fill_places) -e 's|@MUJOCO_VERSION[@]|$(mujoco_version)|g'

packaging/fulcrum.pc packaging/mujoco.pc packaging/fulcrumConfig.cmake packaging/mujocoConfig.cmake: packaging/%: packaging/%.in Makefile
	$(fill) -e 's|@VERSION[@]|$(PACKAGE_VERSION)|' $< > $@
packaging/fulcrumConfigVersion.cmake: packaging/version.cmake.in Makefile
	$(fill) -e 's|@VERSION[@]|$(PACKAGE_VERSION)|' $(srcdir)/packaging/version.cmake.in > $@
packaging/mujocoConfigVersion.cmake: packaging/version.cmake.in Makefile
	$(fill) -e 's|@VERSION[@]|$(mujoco_version)|' $(srcdir)/packaging/version.cmake.in > $@

# folders that only these files and the pages have
uninstall-packaging:
	-test ! -d $(DESTDIR)$(docdir) || find $(DESTDIR)$(docdir) -depth -type d -exec rmdir {} + 2> /dev/null
	-for d in $(cmake_fulcrumdir) $(cmake_mujocodir) $(libdir)/cmake; do rmdir $(DESTDIR)$$d 2> /dev/null; done; true
