// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What loaders and savers need from an editable model beyond the mjs_ functions: reading vector
// handles, plugin configuration, the tree of default classes, attached models. A NULL handle reads
// as empty; pointers stay valid until the element is changed. [any thread, one at a time per spec]

#ifndef FULCRUM_SPEC_H_
#define FULCRUM_SPEC_H_

#include <mujoco/mjexport.h>
#include <mujoco/mjspec.h>

#ifdef __cplusplus
extern "C" {
#endif

// number of items, and item i (NULL when out of range), of a list of names
MJAPI int fc_nameCount(const mjStringVec* names);
MJAPI const char* fc_nameItem(const mjStringVec* names, int i);

// numbers of a vector; *n of them
MJAPI const int* fc_intItems(const mjIntVec* vector, int* n);
MJAPI const float* fc_floatItems(const mjFloatVec* vector, int* n);
MJAPI int fc_byteCount(const mjByteVec* vector);

// list i of a list of lists, NULL when out of range
MJAPI const int* fc_intListItem(const mjIntVecVec* lists, int i, int* n);
MJAPI const float* fc_floatListItem(const mjFloatVecVec* lists, int i, int* n);

// configuration of a plugin instance: set a value; 0, or -1 when the key already has one
MJAPI int fc_setPluginConfig(mjsPlugin* plugin, const char* key, const char* value);

// pair i of the configuration in the order of the keys: 1, or 0 when i is out of range
MJAPI int fc_pluginConfig(const mjsPlugin* plugin, int i, const char** key, const char** value);

// names activated with mjs_activatePlugin, NULL when i is out of range
MJAPI const char* fc_activePlugin(const mjSpec* s, int i);

// default class i in order of creation (0 is main), NULL when out of range; parent, NULL for main
MJAPI const mjsDefault* fc_defaultClass(const mjSpec* s, int i);
MJAPI const mjsDefault* fc_defaultParent(const mjsDefault* d);

// Name of an asset file of an element, seen from the document of the spec that the element is in now:
// an attached element was written for other folders. From malloc, freed by the caller; NULL: out of
// memory.
MJAPI char* fc_assetName(const mjsElement* element, const char* file);

// Pose of a geom in its body as it was last compiled, but without the frame of its mesh. 1, or 0
// when the spec is not compiled.
MJAPI int fc_geomPose(const mjsGeom* geom, double pos[3], double quat[4]);

// Make `child` known to `s` under its model name, for mjs_findSpec and attach; s then owns it.
// 0, or -1 when another model has that name.
MJAPI int fc_registerModel(mjSpec* s, mjSpec* child);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_SPEC_H_
