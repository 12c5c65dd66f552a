// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The function in force for one mjData: its own callback, or the global mjcb_NAME.

#ifndef CORE_FOUNDATION_DATA_CALLBACKS_H_
#define CORE_FOUNDATION_DATA_CALLBACKS_H_

#include "core/foundation/data/record.h"

#define CALLBACK(d, name) \
  (data_record(d)->callbacks.name ? data_record(d)->callbacks.name : mjcb_##name)

// 1 when a callback that takes part in a step is installed, globally or among those of one mjData.
static inline int has_callbacks(const FcCallbacks* own) {
  return mjcb_passive || mjcb_control || mjcb_contactfilter || mjcb_sensor || mjcb_act_dyn ||
         mjcb_act_gain || mjcb_act_bias || own->passive || own->control || own->contactfilter ||
         own->sensor || own->act_dyn || own->act_gain || own->act_bias;
}

// Nonzero while the calling thread compiles a model. mjcb_control is then not called, because it
// was written for other models.
extern _Thread_local int control_callback_off;

#endif  // CORE_FOUNDATION_DATA_CALLBACKS_H_
