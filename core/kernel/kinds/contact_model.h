// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Where a compiled model stores the contact-model values of its geoms and pairs; see
// <fulcrum/contact_values.h>.

#ifndef CORE_KERNEL_KINDS_CONTACT_MODEL_H_
#define CORE_KERNEL_KINDS_CONTACT_MODEL_H_

#include <fulcrum/contact_values.h>
#include <fulcrum/module.h>

// Largest number of parameters of a contact model with mixing rules.
#define CONTACT_PARAMETER_MAX 64

// Name of the numeric that holds the values of a type of elements.
void contact_values_name(const FcFace* face, mjtObj type, char* name, size_t size);

// All values of a type of elements for a face, nparameter numbers each; NULL when there are none.
// Does not query the registry.
const mjtNum* contact_values(const mjModel* m, const FcFace* face, mjtObj type);

#endif  // CORE_KERNEL_KINDS_CONTACT_MODEL_H_
