// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_HEAP_COUNT_H_
#define TOOLS_HEAP_COUNT_H_

// Count the allocations of the whole process between the two calls. heap_count_end returns how many
// there were, -1 when this build cannot count.
void heap_count_begin(void);
long heap_count_end(void);

#endif  // TOOLS_HEAP_COUNT_H_
