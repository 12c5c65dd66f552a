// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CHECK_HEAP_COUNT_H_
#define TOOLS_CHECK_HEAP_COUNT_H_

// Count the allocations of the whole process between the two calls. heap_count_end returns how many
// there were, -1 when this build cannot count.
void heap_count_begin(void);
long heap_count_end(void);

// How many blocks of memory the whole process holds, those not counted that it held when it began
// to count; -1 when this build cannot tell.
long heap_blocks(void);

// From now on let the n-th allocation (0: the first) that code between two addresses asks for fail,
// and those after it. heap_fail_end returns how many such allocations there were, -1 when this
// build cannot tell.
void heap_fail_begin(const void* begin, const void* end, long n);
long heap_fail_end(void);

#endif  // TOOLS_CHECK_HEAP_COUNT_H_
