# The Debian package: `make deb` leaves deb/fulcrum_VERSION_ARCHITECTURE.deb. It is built in a folder of its own, for /usr, whatever this
# build folder is configured for. DEB_CONFIGURE_FLAGS are further options of configure.
DEB_CONFIGURE_FLAGS =
EXTRA_DIST += packaging/deb.sh packaging/deb_control.in packaging/deb_copyright
deb:
	+@$(SHELL) $(srcdir)/packaging/deb.sh $(srcdir) $(PACKAGE_VERSION) deb $(DEB_CONFIGURE_FLAGS)
clean-local: clean-deb
clean-deb:
	rm -rf deb
