sap_contact_shared = $(laws_sources)
