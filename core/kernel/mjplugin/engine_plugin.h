// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What <plugin plugin="NAME"> in a model refers to: a plugin of the MuJoCo plugin ABI (mjpPlugin,
// registered with mjp_registerPlugin; its slot is its registration number) or a module face (its
// slot is the hash of its kind and name, see face_hash). Where faces of two kinds share a name, the
// reference is written "kind/name".

#ifndef CORE_KERNEL_MJPLUGIN_ENGINE_PLUGIN_H_
#define CORE_KERNEL_MJPLUGIN_ENGINE_PLUGIN_H_

#include <fulcrum/module.h>
#include <mujoco/mujoco.h>

// Slot of a name, or -1 with fc_lastError when no plugin and no module face (actuator, sensor,
// solver, ...) has this name.
int plugin_slot(const char* name);

// The engine plugin of a slot; NULL when the slot belongs to a module face or is not in use.
const mjpPlugin* plugin_at(int slot);

// The module face of a slot; NULL when the slot belongs to an engine plugin or is not in use.
const FcFace* plugin_face(int slot);

// Names of the configuration attributes, in the order in which a model stores their values. NULL
// past the last one.
const char* plugin_attribute(int slot, int index);

// Value of the attribute `index` of a plugin instance of m, as text; NULL when there is none.
const char* plugin_config(const mjModel* m, int instance, int index);

// First plugin instance of m that refers to the face; -1 when there is none.
int plugin_instance_of(const mjModel* m, const FcFace* face);

// Name of the first face of this kind that the model has an instance of; NULL when there is none.
const char* plugin_name_of_kind(const mjModel* m, FcKind kind);

// 1 when an extension is one of the alternatives of a list separated by '|', ignoring case.
int extension_listed(const char* list, const char* extension);

#endif  // CORE_KERNEL_MJPLUGIN_ENGINE_PLUGIN_H_
