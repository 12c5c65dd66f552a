// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Equalities of flexes for tests of what the compiler makes of them: it knows types only through
// their faces, and these have no rows. An installed module that has them is used instead.

#ifndef TESTS_FLEX_FACES_H_
#define TESTS_FLEX_FACES_H_

#include <fulcrum/constraint.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/module.h>

static int no_flex_rows(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  (void)context;
  (void)batch;
  (void)rows;
  return 0;
}

static inline int register_flex_faces(void) {
  static const FcEnds ends[] = {{mjOBJ_FLEX, "flex", NULL, 1, 0}};
  static const FcConstraint table = {.size = sizeof table,
                                     .group = mjCNSTR_EQUALITY,
                                     .nends = 1,
                                     .ends = ends,
                                     .rows = 1,
                                     .count = no_flex_rows,
                                     .fill = no_flex_rows};
  static const FcFace faces[] = {{.size = sizeof(FcFace),
                                  .kind = FC_CONSTRAINT,
                                  .name = "flex",
                                  .table = &table,
                                  .number = FC_NUMBER(mjEQ_FLEX)},
                                 {.size = sizeof(FcFace),
                                  .kind = FC_CONSTRAINT,
                                  .name = "flexvert",
                                  .table = &table,
                                  .number = FC_NUMBER(mjEQ_FLEXVERT)},
                                 {.size = sizeof(FcFace),
                                  .kind = FC_CONSTRAINT,
                                  .name = "flexstrain",
                                  .table = &table,
                                  .number = FC_NUMBER(mjEQ_FLEXSTRAIN)}};
  static const FcModule module = {.size = sizeof module,
                                  .abi = FC_ABI,
                                  .features = FC_FEATURES,
                                  .nface = 3,
                                  .layout = &fc_layout,
                                  .name = "test.flex",
                                  .version = "1.0.0",
                                  .licence = "Apache-2.0",
                                  .faces = faces};
  return fc_optionName(FC_CONSTRAINT, mjEQ_FLEX) ? 0 : fc_registerModule(&module, "program:test");
}

#endif  // TESTS_FLEX_FACES_H_
