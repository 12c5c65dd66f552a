bristle_shared = $(laws_sources)
