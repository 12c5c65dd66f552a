// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From the same state this library computes what the reference computed
// (tests/data/parity/*.golden, see record.c), through the public API alone: models of every
// feature, and the humanoid with every solver, cone, Jacobian and integrator.

#include "tests/parity/replay.h"
#include "tests/support.h"

#define GOLDEN "tests/data/parity"

START_TEST(every_field_equals_the_reference) {
  Replay r = open_replay(GOLDEN, golden_models[_i]);
  mjModel* m = load_model("tests/data/dynamics/models", golden_models[_i]);
  for (r.snapshot = 0; r.snapshot < NSNAPSHOT; r.snapshot++) {
    mjtNum* state = read_state(&r, m);
    visit_snapshot(m, state, SMOOTH | ROWS | SOLUTION, compare, &r);
    free(state);
  }
  close_replay(&r, 50);
  mj_deleteModel(m);
}
END_TEST

START_TEST(the_humanoid_equals_the_reference_in_every_variant) {
  Replay r = open_replay(GOLDEN, "humanoid");
  mjModel* m = load_model("models/humanoid", "humanoid");
  for (r.snapshot = 0; r.snapshot < NSNAPSHOT; r.snapshot++) {
    mjtNum* state = read_state(&r, m);
    for (r.variant = 0; r.variant < NVARIANT; r.variant++) {
      set_variant(m, r.variant);
      visit_snapshot(m, state, variant_groups(r.variant), compare, &r);
    }
    free(state);
  }
  close_replay(&r, 50);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("parity with golden data");
  TCase* models = tcase_create("models");
  tcase_add_loop_test(models, every_field_equals_the_reference, 0, NMODEL);
  suite_add_tcase(suite, models);
  TCase* humanoid = tcase_create("humanoid");
  tcase_set_timeout(humanoid, 60);
  tcase_add_test(humanoid, the_humanoid_equals_the_reference_in_every_variant);
  suite_add_tcase(suite, humanoid);
  return run_suite(suite);
}
