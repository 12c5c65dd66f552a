sensor_actuator_shared = $(report_sources)
