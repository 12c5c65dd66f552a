compliant_shared = $(laws_sources)
