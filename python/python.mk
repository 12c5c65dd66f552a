# The Python package: `make wheel` leaves wheels/fulcrum-VERSION-py3-none-manylinux_*.whl in the build folder. It needs Python 3.10 with
# venv, and a pip that reaches a package index: what builds it is installed into an environment of its own, in the versions of
# requirements/build.txt. The same sources, compiler and libraries give the same bytes.
PYTHON3 = python3
wheel_log = { tail -n 30 wheels/$@.log >&2; exit 1; }

wheel: all
	@test -d .libs/fulcrum/compat-libc++ || { echo "make wheel: the package mujoco is built for libc++, and configure left that" \
	  "build out; install libc++ (Debian: clang libc++-dev libc++abi-dev) and run configure --with-libcxx" >&2; exit 1; }
	@rm -rf wheels && $(MKDIR_P) wheels
	$(AM_V_GEN)$(MAKE) $(AM_MAKEFLAGS) install DESTDIR=$(abs_builddir)/wheels/installed > wheels/$@.log 2>&1 || $(wheel_log)
	$(AM_V_at){ $(PYTHON3) -m venv wheels/tools && wheels/tools/bin/python -m pip install --disable-pip-version-check \
	  -r $(srcdir)/python/requirements/build.txt; } > wheels/$@.log 2>&1 || $(wheel_log)
	$(AM_V_at)PATH="$(abs_builddir)/wheels/tools/bin:$$PATH"; SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-315532800}; \
	LIBCXX_CXX="$(LIBCXX_CXX)"; export PATH SOURCE_DATE_EPOCH LIBCXX_CXX; \
	{ python $(srcdir)/python/assemble.py wheels/installed$(prefix) wheels/installed$(libdir) $(PACKAGE_VERSION) wheels/package && \
	  python -m build --wheel --no-isolation --outdir wheels/raw wheels/package && \
	  auditwheel repair --wheel-dir wheels wheels/raw/*.whl; } > wheels/$@.log 2>&1 || $(wheel_log)
	@ls wheels/*.whl
clean-local: clean-wheel
clean-wheel:
	rm -rf wheels

EXTRA_DIST += python/README.md python/pyproject.toml python/hatch_build.py python/assemble.py python/command/fulcrum \
  python/fulcrum python/requirements python/examples python/tests
