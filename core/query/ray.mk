core_sources += core/query/ray.c core/query/ray_geom.c
