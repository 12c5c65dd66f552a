// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Loops of a step that the threads of a pool share.
//
// With a pool of n workers bound to the data (mju_bindThreadPool), n threads take part in a step:
// the one that called it and n - 1 workers. A loop over n elements is cut into ranges. The calling
// thread takes the first one; it and idle workers take the others, in order, until none is left.
// A worker that comes late finds nothing to do and is not waited for.
//
// What is computed for an element must not depend on the other elements, so that the result depends
// neither on the cuts nor on the number of threads. A sum over elements is not such a loop: store
// the terms in the loop, and add them up after it.
//
// Since SDK 1.0.

#ifndef FULCRUM_PARALLEL_H_
#define FULCRUM_PARALLEL_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>

#ifdef __cplusplus
extern "C" {
#endif

// Computes the elements begin, begin + 1, ..., end - 1.
typedef void (*FcRange)(void* context, int begin, int end);

// Call `run` for ranges of `grain` elements (the last may be shorter) that together are 0 to n - 1,
// or once for all of them when no pool is bound, the pool has fewer than two workers, or they make
// one range. A range should take ten microseconds or more. It may use the stack of d (mj_markStack)
// and call fc_parallel again. An error (mju_error) in a range ends that range; when all others are
// done, the error of the first range that has one is reported to the handler of the calling thread.
// [thread of d, in a step; a range: any thread of the pool] (tests/foundation/data/check_parallel)
MJAPI void fc_parallel(mjData* d, int n, int grain, FcRange run, void* context);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_PARALLEL_H_
