core_sources += core/kernel/binding.c core/kernel/binding.h core/kernel/builtin.h core/kernel/callbacks.c core/kernel/discovery.c core/kernel/discovery.h \
  core/kernel/engine_plugin.c core/kernel/engine_plugin.h core/kernel/fail.c core/kernel/handshake.c core/kernel/handshake.h \
  core/kernel/manifest.c core/kernel/manifest.h core/kernel/module_index.c core/kernel/module_index.h core/kernel/names.c core/kernel/parameter.c core/kernel/parameter.h \
  core/kernel/plugin_run.c core/kernel/plugin_run.h \
  core/kernel/registry.c core/kernel/registry.h core/kernel/requirements.c core/kernel/shared_object.c core/kernel/shared_object.h \
  core/kernel/text.c core/kernel/text.h
