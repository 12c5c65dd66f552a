// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Generations of a module. Reloading (fc_reload) puts a new entry in the place of a module; the
// former one stays behind it (Module.before) with its descriptor and its code, which what is bound
// to it uses until it moves on. These functions follow a face through the generations of its
// module. They take the lock of the registry: not in a step.

#ifndef CORE_KERNEL_MODULES_GENERATIONS_H_
#define CORE_KERNEL_MODULES_GENERATIONS_H_

#include <stdint.h>

#include <fulcrum/module.h>

// The face of that kind and name in the generation of its module that is in force now; `face`
// itself when no other has taken its place.
const FcFace* face_in_place(const FcFace* face);

// The same in the generation that was in force when module_generation was `count`.
const FcFace* face_of_generation(const FcFace* face, uint64_t count);

// The one before `face`; NULL: there was none.
const FcFace* face_before(const FcFace* face);

// The face of that kind and name among those of a module, NULL.
const FcFace* face_named(const FcModule* module, FcKind kind, const char* name);

// 1 when models know both in the same way: two parameters; all parameters of two faces.
int same_parameter(const FcParameter* a, const FcParameter* b);
int same_parameters(const FcFace* a, const FcFace* b);

#endif  // CORE_KERNEL_MODULES_GENERATIONS_H_
