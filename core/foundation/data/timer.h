// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The timers of mjData. A reading of the user's clock takes longer than many of the functions that
// are timed. Within a step, where one interval ends where the next one begins, both therefore share
// one reading (timer_chain_begin). Code that takes time without a timer calls timer_pass, so that
// its time is not added to the next interval.

#ifndef CORE_FOUNDATION_DATA_TIMER_H_
#define CORE_FOUNDATION_DATA_TIMER_H_

#include "core/foundation/base/errors.h"
#include "core/foundation/data/record.h"

// Start and end of a step in which readings are shared; returns what timer_chain_end restores. An
// error ends it as well, since its handler may have left the step with a jump. With a thread pool
// nothing is shared, because stages may run beside each other.
static inline unsigned long timer_chain_begin(mjData* d) {
  DataRecord* record = data_record(d);
  const unsigned long before = record->clock_chain;
  if (!mjcb_time)
    return before;
  record->clock_chain = d->threadpool ? 0 : errors_reported() + 1;
  record->clock_known = before && before == record->clock_chain ? record->clock_known : 0;
  return before;
}

static inline void timer_chain_end(mjData* d, unsigned long before) {
  data_record(d)->clock_chain = before;
}

// The time in the units of the user's clock; 0 without one.
static inline mjtNum timer_read(mjData* d) {
  if (!mjcb_time)
    return 0;
  DataRecord* record = data_record(d);
  const mjtNum now = mjcb_time();
  if (record->clock_chain) {
    record->clock = now;
    record->clock_known = 1;
  }
  return now;
}

// The same at the start or end of an interval that begins or ends with another one.
static inline mjtNum timer_now(mjData* d) {
  if (!mjcb_time)
    return 0;
  const DataRecord* record = data_record(d);
  return record->clock_chain == errors_reported() + 1 && record->clock_known ? record->clock
                                                                             : timer_read(d);
}

// Time has passed since the last reading.
static inline void timer_pass(mjData* d) { data_record(d)->clock_known = 0; }

// Add the time since `start` and `count` calls to a timer (mjtTimer). Returns the current time.
static inline mjtNum timer_lap(mjData* d, int timer, mjtNum start, int count) {
  d->timer[timer].number += count;
  if (!mjcb_time)
    return 0;
  const mjtNum now = timer_read(d);
  d->timer[timer].duration += now - start;
  return now;
}

// The same for an interval that ends with another one inside it.
static inline void timer_close(mjData* d, int timer, mjtNum start, int count) {
  d->timer[timer].number += count;
  if (mjcb_time)
    d->timer[timer].duration += timer_now(d) - start;
}

#endif  // CORE_FOUNDATION_DATA_TIMER_H_
