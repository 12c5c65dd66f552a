// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `plugin`: a plugin of the MuJoCo plugin ABI (mjpPlugin) delivered as a Fulcrum
// module. The name of the face is the name of the plugin. Finding the module registers nothing.
// When the first model names any such plugin (<extension><plugin plugin="...">, mjs_activatePlugin,
// a binary model), the host registers the plugins of all modules as mjp_registerPlugin would, in
// the order of rank, version and name, so that their slots do not depend on which model was loaded
// first. A plugin that the program registered earlier under the same name takes precedence.
//
// The functions of the table follow the rules of the plugin ABI (<mujoco/mjplugin.h>): an instance
// keeps what it needs in mjData.plugin_state and mjData.plugin_data. The latter is made by init and
// released by destroy, the only two functions that may use the heap. init reports an error with
// mju_warning and returns -1.
//
// Since SDK 1.0.

#ifndef FULCRUM_ENGINE_PLUGIN_H_
#define FULCRUM_ENGINE_PLUGIN_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct FcEnginePlugin_ {
  uint32_t size;            // sizeof(FcEnginePlugin)
  const mjpPlugin* plugin;  // lives as long as the module
} FcEnginePlugin;

// Read the numbers of a configuration attribute of an instance into value[n]. Returns their count,
// 0 when the attribute is not set or blank; the remaining elements of value are unchanged, so the
// caller can store defaults there first. -1 after fc_fail when there are more than n numbers, or
// when the text contains anything but finite numbers. [any thread]
MJAPI int fc_pluginNumbers(const mjModel* m, int instance, const char* key, mjtNum* value, int n);

// The same for text from elsewhere, such as the attributes of signed distance fields; `key` names
// it in the message, NULL text counts as blank.
MJAPI int fc_readNumbers(const char* text, const char* key, mjtNum* value, int n);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_ENGINE_PLUGIN_H_
