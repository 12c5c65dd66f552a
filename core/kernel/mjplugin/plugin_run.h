// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Engine plugins while a simulation runs, called by the stages of the pipeline. Without plugins in
// the model each call costs one comparison. A plugin instance is alive from the moment its init has
// succeeded until the data are deleted; mjData.nplugin is the number of live instances.

#ifndef CORE_KERNEL_MJPLUGIN_PLUGIN_RUN_H_
#define CORE_KERNEL_MJPLUGIN_PLUGIN_RUN_H_

#include <mujoco/mujoco.h>

// Lifetime of the instances of one mjData, which the data layer makes, resets, copies and deletes
// (DataHooks in core/foundation/data/memory.h). plugins_make returns 0, or -1 and a message.
int plugins_make(const mjModel* m, mjData* d, char* error, int error_size);
void plugins_reset(const mjModel* m, mjData* d);
void plugins_copy(mjData* dest, const mjModel* m, const mjData* src);
void plugins_delete(mjData* d);

// Call `compute` of every instance that has the capability (mjtPluginCapabilityBit), in the order
// of instances.
void plugins_compute(const mjModel* m, mjData* d, int capability);

// Call `compute` of one instance; an error when the instance has no such function.
void plugin_compute(const mjModel* m, mjData* d, int instance, int capability);

// 1 when the instance is a sensor of this stage (mjtStage). A sensor that names no stage belongs to
// mjSTAGE_POS.
int plugin_measures(const mjData* d, int instance, int stage);

// Activation rates that actuator plugins contribute to act_dot.
void plugins_activation(const mjModel* m, mjData* d);

// Call `advance` of the instances at the end of a step.
void plugins_advance(const mjModel* m, mjData* d);

#endif  // CORE_KERNEL_MJPLUGIN_PLUGIN_RUN_H_
