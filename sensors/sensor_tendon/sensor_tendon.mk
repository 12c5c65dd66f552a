sensor_tendon_shared = $(report_sources)
