// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The structs and enumerations in Python (python/fulcrum/_structures.py, through mirror.inc) agree
// with the headers. After a change to a header, `python3 python/mirror.py` regenerates both files.

#include <fulcrum/actuator.h>
#include <fulcrum/batch.h>
#include <fulcrum/callbacks.h>
#include <fulcrum/constraint.h>
#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/passive.h>
#include <fulcrum/sensor.h>
#include <fulcrum/solver.h>
#include <fulcrum/stage.h>
#include <fulcrum/viewer.h>

#include "tests/support.h"

typedef struct Compared_ {
  const char* what;
  long mirrored[2], here[2];
} Compared;

static const Compared table[] = {
#define MIRROR_STRUCT(type, size) {#type, {0, size}, {0, sizeof(type)}},
#define MIRROR_FIELD(type, field, offset, size) \
  {#type "." #field, {offset, size}, {offsetof(type, field), sizeof(((type*)0)->field)}},
#define MIRROR_VALUE(name, value) {#name, {value, 0}, {name, 0}},
#include "tests/abi/mirror.inc"
};

START_TEST(fields_and_values_are_where_python_expects_them) {
  const size_t n = sizeof table / sizeof *table;
  ck_assert_uint_gt(n, 1000);
  for (size_t i = 0; i < n; i++) {
    const Compared* c = table + i;
    ck_assert_msg(c->mirrored[0] == c->here[0] && c->mirrored[1] == c->here[1],
                  "%s is at %ld with %ld bytes, Python expects %ld with %ld", c->what, c->here[0],
                  c->here[1], c->mirrored[0], c->mirrored[1]);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {fields_and_values_are_where_python_expects_them, NULL};
  return run_tests("mirror", tests);
}
