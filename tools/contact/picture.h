// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CONTACT_PICTURE_H_
#define TOOLS_CONTACT_PICTURE_H_

#include <stdio.h>

#include "tools/contact/scene.h"

// Draw the traces of runs as SVG, one panel per scene; runs of a scene are neighbours.
void contact_picture(FILE* file, const ContactScene* const* scene, const ContactRun* run, int n);

#endif  // TOOLS_CONTACT_PICTURE_H_
