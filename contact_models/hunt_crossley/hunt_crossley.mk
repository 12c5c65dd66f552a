hunt_crossley_shared = $(laws_sources)
