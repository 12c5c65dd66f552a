# The Python package: `make wheel` leaves wheels/fulcrum-VERSION-py3-none-manylinux_2_28_x86_64.whl in the build folder. It needs Python 3.10
# with venv, and a pip that reaches a package index: what builds it is installed into an environment of its own, in the versions of
# requirements/build.txt. The objects of the build are linked once more, with stubs of the older glibc that the name of the wheel promises
# (link.sh, glibc.py). The same sources, compiler and libraries give the same bytes.
PYTHON3 = python3
wheel_log = { tail -n 30 wheels/$(@F).log >&2; exit 1; }
wheel_path = PATH="$(abs_builddir)/wheels/tools/bin:$$PATH"; export PATH

wheels/tools.stamp: python/requirements/build.txt python/glibc.py
	@rm -rf wheels && $(MKDIR_P) wheels
	$(AM_V_GEN)$(wheel_path); { $(PYTHON3) -m venv wheels/tools && python -m pip install --disable-pip-version-check \
	  -r $(srcdir)/python/requirements/build.txt && python $(srcdir)/python/glibc.py stubs wheels/glibc; } > wheels/$(@F).log 2>&1 || \
	  $(wheel_log)
	@touch $@

wheel: all wheels/tools.stamp
	@test -d .libs/fulcrum/compat-libc++ || { echo "make wheel: the package mujoco is built for libc++, and configure left that" \
	  "build out; install libc++ (Debian: clang libc++-dev libc++abi-dev) and run configure --with-libcxx" >&2; exit 1; }
	@cd wheels && rm -rf *.whl installed linked raw package package.libraries
	+$(AM_V_GEN)$(SHELL) $(srcdir)/python/link.sh $(srcdir) wheels/glibc wheels/linked $(abs_builddir)/wheels/installed > wheels/$@.log 2>&1 || \
	  $(wheel_log)
	$(AM_V_at)$(wheel_path); SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-315532800}; LIBCXX_CXX="$(LIBCXX_CXX)"; \
	export SOURCE_DATE_EPOCH LIBCXX_CXX; \
	{ python $(srcdir)/python/assemble.py wheels/installed$(prefix) wheels/installed$(libdir) $(PACKAGE_VERSION) wheels/glibc wheels/package && \
	  python -m build --wheel --no-isolation --outdir wheels/raw wheels/package && \
	  LD_LIBRARY_PATH=$(abs_builddir)/wheels/package.libraries auditwheel repair --plat manylinux_2_28_x86_64 --only-plat --wheel-dir wheels wheels/raw/*.whl && \
	  python $(srcdir)/python/glibc.py check wheels/*.whl; } > wheels/$@.log 2>&1 || $(wheel_log)
	@ls wheels/*.whl
clean-local: clean-wheel
clean-wheel:
	rm -rf wheels

EXTRA_DIST += python/README.md python/pyproject.toml python/hatch_build.py python/assemble.py python/glibc.py python/link.sh python/command/fulcrum \
  python/fulcrum python/requirements python/examples python/tests
