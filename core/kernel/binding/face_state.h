// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Size of the state of faces (FcFace.state). A face that the model names has its state in
// mjData.plugin_state, any other in its binding (binding_state.h). What the host keeps for a face
// (KindRules.host_state) follows the numbers that the face asks for.

#ifndef CORE_KERNEL_BINDING_FACE_STATE_H_
#define CORE_KERNEL_BINDING_FACE_STATE_H_

#include <fulcrum/module.h>

// Numbers of state of a face for one mjData; -1 with fc_lastError when it requests an invalid
// number.
int face_state_size(const mjModel* m, const FcFace* face);

// 1 when the face changes its state at the end of a step.
int face_advances(const mjModel* m, const FcFace* face);

#endif  // CORE_KERNEL_BINDING_FACE_STATE_H_
