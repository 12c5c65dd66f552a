// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which sections the panels have.

#ifndef VIEWER_SECTIONS_H_
#define VIEWER_SECTIONS_H_

#include "viewer/parts.h"

void sections_open(Viewer* v);
void sections_read(
    Viewer* v);  // copy what items show but cannot point to: flags, the number watched
void sections_update(Viewer* v);  // the same, and make sections again if needed; with the mutex

#endif  // VIEWER_SECTIONS_H_
