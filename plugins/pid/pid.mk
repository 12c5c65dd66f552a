pid_shared = $(instance_sources)
