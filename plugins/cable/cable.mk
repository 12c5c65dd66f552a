cable_shared = $(instance_sources)
