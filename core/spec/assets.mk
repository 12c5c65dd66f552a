core_sources += \
  core/spec/asset_cache.c \
  core/spec/asset_cache.h \
  core/spec/asset_job.c \
  core/spec/asset_job.h \
  core/spec/asset_name.c \
  core/spec/asset_records.h \
  core/spec/kept_files.c \
  core/spec/kept_files.h \
  core/spec/compile_emit_assets.c \
  core/spec/compile_hfields.c \
  core/spec/compile_meshes.c \
  core/spec/compile_skins.c \
  core/spec/march_table.inc \
  core/spec/mesh.h \
  core/spec/mesh_builtin.c \
  core/spec/mesh_check.c \
  core/spec/mesh_hull.c \
  core/spec/mesh_march.c \
  core/spec/mesh_mass.c \
  core/spec/mesh_normal.c \
  core/spec/mesh_octree.c \
  core/spec/mesh_polygon.c \
  core/spec/mesh_process.c \
  core/spec/mesh_source.c \
  core/spec/texture_file.c
