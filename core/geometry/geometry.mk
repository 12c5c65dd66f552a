core_sources += core/geometry/geometry.h core/geometry/octree.c core/geometry/ray.c core/geometry/ray_flex.c \
  core/geometry/ray_geom.c core/geometry/ray_hfield.c core/geometry/ray_mesh.c core/geometry/ray_triangle.c \
  core/geometry/sdf.c core/geometry/sdf_geom.c
