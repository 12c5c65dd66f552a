// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Generations of a module. Reloading (fc_reload) puts a new entry in the place of a module. The
// former entry is kept behind it (Module.before) with its descriptor and code, which existing
// bindings use until they move on. These functions follow a face through the generations of its
// module. They take the lock of the registry and must not be called in a step.

#ifndef CORE_KERNEL_MODULES_GENERATIONS_H_
#define CORE_KERNEL_MODULES_GENERATIONS_H_

#include <stdint.h>

#include <fulcrum/module.h>

// The face of the same kind and name in the generation that is in force now; `face` itself when it
// has not been replaced.
const FcFace* face_in_place(const FcFace* face);

// The same for the generation that was in force when module_generation was `count`.
const FcFace* face_of_generation(const FcFace* face, uint64_t count);

// The face of the generation before that of `face`; NULL when there is none.
const FcFace* face_before(const FcFace* face);

// The face of a module with that kind and name, or NULL.
const FcFace* face_named(const FcModule* module, FcKind kind, const char* name);

// same_parameter: 1 when models store the two parameters alike; same_parameters: all of two faces.
int same_parameter(const FcParameter* a, const FcParameter* b);
int same_parameters(const FcFace* a, const FcFace* b);

#endif  // CORE_KERNEL_MODULES_GENERATIONS_H_
