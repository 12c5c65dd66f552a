sdf_shapes_shared = $(instance_sources)
