// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CONTACT_SCENES_H_
#define TOOLS_CONTACT_SCENES_H_

#include "tools/contact/scene.h"

// impacts.c
void contact_drop(ContactRun* run);
void contact_painleve(ContactRun* run);
void contact_cradle(ContactRun* run);

// rest.c
void contact_static(ContactRun* run);
void contact_stack(ContactRun* run);
void contact_pull_off(ContactRun* run);

// sliding.c
void contact_slide(ContactRun* run);
void contact_roll(ContactRun* run);
void contact_spin(ContactRun* run);

// stiction.c
void contact_incline(ContactRun* run);
void contact_grasp(ContactRun* run);

#endif  // TOOLS_CONTACT_SCENES_H_
