# sources of the contact models with compliant laws; with built-in modules they are there once
laws_sources = \
  contact_models/laws/adhesion.c \
  contact_models/laws/bristle_law.c \
  contact_models/laws/friction.c \
  contact_models/laws/laws.h \
  contact_models/laws/normal.c \
  contact_models/laws/sides.c
EXTRA_DIST += contact_models/laws/README.md
if BUILTIN_MODULES
builtin_sources += $(laws_sources)
endif
