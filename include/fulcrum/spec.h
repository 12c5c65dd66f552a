// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Access to an editable model for loaders and savers, beyond the mjs_ functions: reading vector
// handles, plugin configuration, the tree of default classes, attached models.
//
// A NULL handle reads as empty. Pointers that are returned belong to the spec and stay valid until
// the element is changed. Functions whose comments mention no errors cannot fail; errors reported
// by a return value set no message. Running out of memory raises mju_error, as in the mjs_
// functions. [any thread, one at a time per spec]
//
// Since SDK 1.0.

#ifndef FULCRUM_SPEC_H_
#define FULCRUM_SPEC_H_

#include <mujoco/mjexport.h>
#include <mujoco/mjspec.h>

#ifdef __cplusplus
extern "C" {
#endif

// Compiled copy of the spec of the last successful mj_loadXML or fc_loadModel of a text, which
// mj_saveLastXML writes; the caller deletes it. NULL after fc_fail when nothing was loaded or
// mj_freeLastXML was called. mj_copyBack returns whether a model was compiled from it.
// (tests/mjcf/check_writer.c)
MJAPI mjSpec* fc_lastSpec(void);

// Number of names in a list, and name i, NULL when out of range.
MJAPI int fc_nameCount(const mjStringVec* names);
MJAPI const char* fc_nameItem(const mjStringVec* names, int i);

// The numbers of a vector, *n of them; NULL when there are none. Bytes of a byte vector.
MJAPI const int* fc_intItems(const mjIntVec* vector, int* n);
MJAPI const float* fc_floatItems(const mjFloatVec* vector, int* n);
MJAPI int fc_byteCount(const mjByteVec* vector);

// List i of a list of lists, *n numbers; NULL with *n = 0 when out of range.
MJAPI const int* fc_intListItem(const mjIntVecVec* lists, int i, int* n);
MJAPI const float* fc_floatListItem(const mjFloatVecVec* lists, int i, int* n);

// Set a value in the configuration of a plugin instance; key and value are copied. 0, or -1 when
// the key already has a value or there is no instance.
MJAPI int fc_setPluginConfig(mjsPlugin* plugin, const char* key, const char* value);

// Pair i of the configuration, sorted by key. 1, or 0 when i is out of range.
MJAPI int fc_pluginConfig(const mjsPlugin* plugin, int i, const char** key, const char** value);

// Set the value of a parameter of the contact model for a geom, a pair, or the geom or pair of a
// default class; key and value are copied and replace the old value of the key. Elements made from
// a class, and copies, start with its values. The compiler reports errors in them. 0, or -1 when
// the element is of another kind or an argument is NULL.
MJAPI int fc_setConfig(mjsElement* element, const char* key, const char* value);

// Pair i of these values, sorted by key. 1, or 0 when i is out of range.
MJAPI int fc_config(const mjsElement* element, int i, const char** key, const char** value);

// Plugin i of those activated by <extension> or mjs_activatePlugin; NULL when out of range.
MJAPI const char* fc_activePlugin(const mjSpec* s, int i);

// Set the value of a parameter of an implementation ("NAME" or "KIND/NAME", which is activated if
// necessary) for the case that the model has no instance of it and it is in force by rank, by a
// number in opt or by fc_bind. In MJCF this is <config> below <plugin> in <extension>. Key and
// value are copied and replace the old value of the key; the compiler reports errors in them. Like
// the options of a model they are not attached with it. 0, or -1 when there is no such
// implementation (fc_lastError) or an argument is NULL.
MJAPI int fc_setFaceConfig(mjSpec* s, const char* face, const char* key, const char* value);

// Pair k of these values of fc_activePlugin(s, i), sorted by key. 1, or 0 when out of range.
MJAPI int fc_faceConfig(const mjSpec* s, int i, int k, const char** key, const char** value);

// Default class i in the order of creation (0 is main), NULL when out of range; parent of a class,
// NULL for main.
MJAPI const mjsDefault* fc_defaultClass(const mjSpec* s, int i);
MJAPI const mjsDefault* fc_defaultParent(const mjsDefault* d);

// Path of an asset file of an element, relative to the document of the spec that now contains the
// element; an attached element may come from a document in another folder. Allocated with malloc,
// freed by the caller; NULL when memory is exhausted.
MJAPI char* fc_assetName(const mjsElement* element, const char* file);

// Pose of a geom in the frame of its body (m, unit quaternion) as of the last compilation, but
// without the frame of its mesh: the pose to write into a document. 1, or 0 when the spec is not
// compiled; pos and quat are then unchanged.
MJAPI int fc_geomPose(const mjsGeom* geom, double pos[3], double quat[4]);

// Register `child` in `s` under its model name, for mjs_findSpec and <attach>. 0: s now owns the
// child, and the caller must not delete it. -1: s already has another model of that name, or is the
// child itself; the caller keeps the child.
MJAPI int fc_registerModel(mjSpec* s, mjSpec* child);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_SPEC_H_
