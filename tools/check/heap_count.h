// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CHECK_HEAP_COUNT_H_
#define TOOLS_CHECK_HEAP_COUNT_H_

// Count the allocations of the whole process between the two calls. heap_count_end returns how many
// there were, -1 when this build cannot count.
void heap_count_begin(void);
long heap_count_end(void);

// Number of memory blocks that the process holds, without those allocated before counting began; -1
// when this build cannot count.
long heap_blocks(void);

// Make the n-th allocation (0: the first) requested by code between two addresses fail, and all
// later ones. heap_fail_end returns how many such allocations there were, -1 when this build cannot
// count.
void heap_fail_begin(const void* begin, const void* end, long n);
long heap_fail_end(void);

#endif  // TOOLS_CHECK_HEAP_COUNT_H_
