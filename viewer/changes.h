// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Side effects of changing an item of a panel.

#ifndef VIEWER_CHANGES_H_
#define VIEWER_CHANGES_H_

#include "viewer/parts.h"

void changes_apply(Viewer* v, const mjuiItem* item);

#endif  // VIEWER_CHANGES_H_
