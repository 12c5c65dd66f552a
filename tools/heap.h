// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_HEAP_H_
#define TOOLS_HEAP_H_

// Start to count allocations of the whole process; end, and how many there were. -1 from
// heap_count_end: this build cannot count.
void heap_count_begin(void);
long heap_count_end(void);

#endif  // TOOLS_HEAP_H_
