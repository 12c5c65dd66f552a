core_sources += \
  core/query/names.c \
  core/query/print.c \
  core/query/print.h \
  core/query/print_arrays.c \
  core/query/print_data.c \
  core/query/print_model.c
