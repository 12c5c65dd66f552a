core_sources += core/pipeline/actuation.c core/pipeline/difference_inverse.c core/pipeline/difference_step.c core/pipeline/forward.c core/pipeline/inverse.c core/pipeline/sensing.c core/pipeline/sensor_services.c \
  core/pipeline/stages.c core/pipeline/start_asleep.c core/pipeline/stages.h core/pipeline/step.c
