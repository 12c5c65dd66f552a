# sources of every renderer; with built-in modules they are there once
renderers_common_sources = \
  renderers/common/common.h \
  renderers/common/glyphs.c \
  renderers/common/glyphs.inc \
  renderers/common/metrics.inc \
  renderers/common/order.c \
  renderers/common/scene.c \
  renderers/common/settings.c
EXTRA_DIST += renderers/common/README.md
if BUILTIN_MODULES
builtin_sources += $(renderers_common_sources)
endif
