core_sources += \
  core/memory/callbacks.h \
  core/memory/data.c \
  core/memory/data.h \
  core/memory/defaults.c \
  core/memory/errors.c \
  core/memory/errors.h \
  core/memory/globals.c \
  core/memory/heap.c \
  core/memory/heap.h \
  core/memory/image.c \
  core/memory/layout.c \
  core/memory/layout.h \
  core/memory/memory.h \
  core/memory/model.c \
  core/memory/model.h \
  core/memory/objects.c \
  core/memory/objects.h \
  core/memory/properties.c \
  core/memory/record.h \
  core/memory/reset.c \
  core/memory/sleep.c \
  core/memory/stack.c \
  core/memory/state.c \
  core/memory/threads.c \
  core/memory/threads.h core/memory/timer.h \
  core/memory/validate.c \
  core/memory/validate.h \
  core/memory/validate_elements.c \
  core/memory/validate_forest.c \
  core/memory/validate_surfaces.c \
  core/memory/warnings.c
