// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Callbacks of one mjData; they are part of its record, and the stages look there first
// (core/foundation/data/callbacks.h).

#include <string.h>

#include <fulcrum/callbacks.h>
#include <fulcrum/host.h>

#include "core/foundation/data/callbacks.h"

_Thread_local int control_callback_off = 0;

int fc_setCallbacks(mjData* d, const FcCallbacks* callbacks) {
  FcCallbacks* own = &data_record(d)->callbacks;
  const uint32_t smallest = (uint32_t)(offsetof(FcCallbacks, act_bias) + sizeof own->act_bias);
  if (callbacks && callbacks->size < smallest)
    return fc_fail("fc_setCallbacks: callbacks.size is %u, expected sizeof(FcCallbacks) = %u",
                   callbacks->size, smallest);
  memset(own, 0, sizeof *own);
  if (callbacks)
    memcpy(own, callbacks, callbacks->size < sizeof *own ? callbacks->size : sizeof *own);
  own->size = sizeof *own;
  return 0;
}

const FcCallbacks* fc_callbacks(const mjData* d) { return &data_record(d)->callbacks; }
