// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What happens at an event of mjuiState.

#ifndef VIEWER_EVENTS_H_
#define VIEWER_EVENTS_H_

#include "viewer/parts.h"

void events_handle(Viewer* v);

#endif  // VIEWER_EVENTS_H_
