core_sources += \
  core/spec/cache.c \
  core/spec/cache.h \
  core/spec/load.c \
  core/spec/load.h \
  core/spec/path.c \
  core/spec/path.h \
  core/spec/resource.c \
  core/spec/save.c \
  core/spec/schema.c \
  core/spec/schema_print.c \
  core/spec/schema_table.inc \
  core/spec/spec_access.c
