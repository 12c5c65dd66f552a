core_sources += \
  core/math/band.c \
  core/math/box_qp.c \
  core/math/cholesky.c \
  core/math/cholesky.h \
  core/math/eig3.c \
  core/math/matrix.c \
  core/math/matrix.h \
  core/math/muscle.c \
  core/math/names.c \
  core/math/quaternion.c \
  core/math/random.c \
  core/math/scalar.c \
  core/math/sparse.c \
  core/math/vector.c
