// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point "plugin": a plugin of the MuJoCo plugin ABI (mjpPlugin) that comes in a Fulcrum
// module. The name of the face is the name of the plugin. Nothing is registered when the module is
// found: the first model that names such a plugin (<extension><plugin plugin="...">,
// mjs_activatePlugin, a binary model) has the host register those of all modules, as
// mjp_registerPlugin would, in the order of rank, version and name, so that slots do not depend on
// which model came first. A plugin of the same name that a program registered before wins.
//
// The functions of the table follow the rules of the plugin ABI: instances keep what they need in
// mjData.plugin_data (made by init, released by destroy; here, and only here, they may use the
// heap) and plugin_state; failures of init are explained with mju_warning.

#ifndef FULCRUM_ENGINE_PLUGIN_H_
#define FULCRUM_ENGINE_PLUGIN_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct FcEnginePlugin_ {
  uint32_t size;  // sizeof(FcEnginePlugin)
  const mjpPlugin* plugin;
} FcEnginePlugin;

// Numbers of a configuration attribute of an instance, up to n of them, into value; members that
// the text does not give are left alone. Returns how many it gives: 0 when it is not set or blank.
// -1 with fc_lastError when it has more, or something that is not a finite number.
MJAPI int fc_pluginNumbers(const mjModel* m, int instance, const char* key, mjtNum* value, int n);

// The same for text, such as the attributes of signed distance fields; `key` is for the message.
MJAPI int fc_readNumbers(const char* text, const char* key, mjtNum* value, int n);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_ENGINE_PLUGIN_H_
