// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `broadphase`: which bodies are near each other.
//
// The host encloses every body that can collide in a box, all boxes aligned with one frame that may
// turn from step to step, and the broad phase reports which boxes overlap. It affects only the
// amount of work that follows, not the result: every pair of overlapping boxes must be emitted, the
// order does not matter, and pairs that do not overlap are legal but cost time. When few bodies may
// collide, the host compares them itself and does not call the broad phase, unless the model or
// fc_bind asks for a particular one or the host cannot decide about a pair that just touches.
// Static bodies that carry a plane are not passed to the broad phase; the host pairs them with all
// bodies.
//
// Since SDK 1.0.

#ifndef FULCRUM_BROADPHASE_H_
#define FULCRUM_BROADPHASE_H_

#include <stdint.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// The boxes: item k occupies [lower[a][k], upper[a][k]] along axis a.
typedef struct FcBoxes_ {
  uint32_t size;  // sizeof(FcBoxes)
  int n;
  const int* body;  // body of every item, ascending; mjModel.nbody + f for flex f
  const mjtNum* lower[3];
  const mjtNum* upper[3];
  const mjtByte* resting;  // 1: static or asleep. pairs of two resting items need not be emitted
} FcBoxes;

// Output: (smaller body << 16) + larger body of each pair.
typedef struct FcBodyPairs_ {
  uint32_t size;  // sizeof(FcBodyPairs)
  int n;
  int capacity;
  uint32_t* key;
} FcBodyPairs;

// The key of a pair of bodies.
static inline uint32_t fc_bodyPair(int body1, int body2) {
  uint32_t a = (uint32_t)body1, b = (uint32_t)body2;
  uint32_t first = a < b ? a : b, second = a < b ? b : a;
  return (first << 16) + second;
}

// Emit the pair of items i and j. Returns 0, or -1 when there is no more room; the broad phase must
// then fail with fc_fail.
static inline int fc_emitBodies(FcBodyPairs* pairs, const FcBoxes* boxes, int i, int j) {
  if (pairs->n >= pairs->capacity)
    return -1;
  pairs->key[pairs->n++] = fc_bodyPair(boxes->body[i], boxes->body[j]);
  return 0;
}

typedef struct FcBroadphase_ {
  uint32_t size;  // sizeof(FcBroadphase)

  // Emit all pairs of overlapping boxes; touching counts as overlapping. ctx->memory, of the size
  // that the face requested, is kept from step to step, so that the order of one step can be the
  // starting point of the next; results must not depend on it. Scratch comes from the stack of
  // ctx->d. [thread of d; stage: collision]
  int (*pairs)(const FcContext* ctx, const FcBoxes* boxes, FcBodyPairs* pairs);

  // The same for the elements of a flex: `body` is the element, fewer than 65536 of them. Many
  // elements overlap their neighbours, and calls for several flexes may alternate, so ctx->memory
  // must not be used here. NULL: the host compares all elements with each other. [thread of d;
  // stage: collision]
  int (*elements)(const FcContext* ctx, const FcBoxes* boxes, FcBodyPairs* pairs);
} FcBroadphase;

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_BROADPHASE_H_
