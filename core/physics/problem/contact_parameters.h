// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Values of the parameters of a contact model for each contact.

#ifndef CORE_PHYSICS_PROBLEM_CONTACT_PARAMETERS_H_
#define CORE_PHYSICS_PROBLEM_CONTACT_PARAMETERS_H_

#include "core/kernel/binding/binding.h"

// nparameter numbers for each of n contacts: the value of the pair; else that of the geom of higher
// priority; else the mixture. The face's own value stands for a geom that has none. 0, or -1 with
// fc_lastError when the face has more parameters than CONTACT_PARAMETER_MAX.
int contact_model_parameters(const mjModel* m, const Bound* bound, const mjContact* contacts, int n,
                             mjtNum* param);

#endif  // CORE_PHYSICS_PROBLEM_CONTACT_PARAMETERS_H_
