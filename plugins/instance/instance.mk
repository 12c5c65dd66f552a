# sources of the engine plugins; with built-in modules they are there once
instance_sources = \
  plugins/instance/instance.c \
  plugins/instance/instance.h
EXTRA_DIST += plugins/instance/README.md
if BUILTIN_MODULES
builtin_sources += $(instance_sources)
endif
