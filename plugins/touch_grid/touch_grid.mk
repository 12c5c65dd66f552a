touch_grid_shared = $(instance_sources)
