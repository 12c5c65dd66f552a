flex_shared = $(forms_sources)
