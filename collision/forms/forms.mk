# sources of the modules that need closed forms; with built-in modules they are there once
forms_sources = \
  collision/forms/capsule.c \
  collision/forms/capsule_box.c \
  collision/forms/forms.h \
  collision/forms/normal.c \
  collision/forms/sphere.c
EXTRA_DIST += collision/forms/README.md
if BUILTIN_MODULES
builtin_sources += $(forms_sources)
endif
