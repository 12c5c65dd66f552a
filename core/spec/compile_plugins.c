// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Engine plugins: which plugin an element means, and whether the spec activated it.

#include <string.h>

#include "core/spec/compile.h"

static int activated(const Compile* c, const char* name) {
  for (int i = 0; i < c->spec->nactive; i++) {
    if (!strcmp(c->spec->active_plugins[i], name)) return 1;
  }
  return 0;
}

void compile_plugins(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_PLUGIN];
  for (int i = 0; i < list->count; i++) {
    const char* name = handle_string(((Plugin*)list->item[i])->pub.plugin_name);
    if (!activated(c, name)) compile_fail(c, list->item[i], "unrecognized plugin '%s'", name);
    compile_fail(c, list->item[i],
                 "instance of plugin '%s' cannot be compiled: engine plugins are not supported yet",
                 name);
  }
}

int compile_plugin(Compile* c, const Element* e, const mjsPlugin* plugin, int capability,
                   const char* what) {
  (void)capability;
  if (!plugin->active) return -1;
  const char *name = handle_string(plugin->plugin_name), *instance = handle_string(plugin->name);
  if (!name[0] && !instance[0]) {
    compile_fail(c, e, "neither 'plugin' nor 'instance' is specified for %s '%s', (id = %d)",
                 e->kind->name, element_name(e), element_id(e));
  }
  if (name[0] && !activated(c, name)) compile_fail(c, e, "unrecognized plugin '%s'", name);
  if (instance[0]) compile_fail(c, e, "unrecognized name '%s' for plugin instance", instance);
  compile_fail(c, e, "plugin '%s' does not support %s: engine plugins are not supported yet", name,
               what);
}
