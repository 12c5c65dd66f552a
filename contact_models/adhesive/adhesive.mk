adhesive_shared = $(laws_sources)
