primitive_shared = $(forms_sources)
