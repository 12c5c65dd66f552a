core_sources += \
  core/spec/access.c \
  core/spec/actuator_shortcuts.c \
  core/spec/attach.c \
  core/spec/cast.c \
  core/spec/classes.c \
  core/spec/clone.c \
  core/spec/create.c \
  core/spec/defaults.c \
  core/spec/delete.c \
  core/spec/element.c \
  core/spec/handles.cc \
  core/spec/handles.h \
  core/spec/kinds.c \
  core/spec/key_lists.c \
  core/spec/names.c \
  core/spec/orientation.c \
  core/spec/pending_keys.c \
  core/spec/references.c \
  core/spec/sensor_dim.c \
  core/spec/share.c \
  core/spec/spec.c \
  core/spec/tree.c \
  core/spec/tree.h
