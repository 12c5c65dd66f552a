// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A stage changes only the fields of mjData that it declares, a probe none: every field is compared
// byte by byte with its value before the call. The call is intercepted by replacing the function in
// the host's copy of the table, which belongs to this process alone.

#include <fulcrum/host.h>
#include <fulcrum/stage.h>

#include "tools/check/check.h"
#include "tools/check/fields.h"

// ---------------------------------------------------------------- watching

static Fields* fields;
static const char* declared;  // fields that it declares to change
static const char* changed;   // another one that it has changed, NULL: none
static int (*watched)(const FcContext* context);

static int watch(const FcContext* context) {
  if (changed)
    return watched(context);
  fields_note(fields, context->m, context->d);
  const int status = watched(context);
  changed = fields_changed(fields, context->m, context->d, declared);
  return status;
}

void check_writes(Check* check, const FcFace* face, const mjModel* m, int steps) {
  FcStage* stage = face->kind == FC_STAGE ? (FcStage*)face->table : NULL;
  FcProbe* probe = face->kind == FC_PROBE ? (FcProbe*)face->table : NULL;
  char word[64];
  declared = stage && stage->writes ? stage->writes : "";
  const char* odd = fields_unknown(declared, word, sizeof word);
  if (odd[0]) {
    check_result(check, 0, "%s: it says that it writes '%s', which is no field of mjData",
                 face->name, odd);
    return;
  }
  mjData* d = mj_makeData(m);
  if (!d || fc_bind(m, d, face->kind, face->name)) {
    mj_deleteData(d);
    return;
  }
  check_phase(check, "comparing mjData before and after %s", face->name);
  int (**run)(const FcContext*) = stage ? &stage->run : &probe->observe;
  fields = fields_new();
  changed = NULL;
  watched = *run;
  *run = watch;
  for (int i = 0; i < steps; i++)
    mj_step(m, d);
  mj_inverse(m, d);
  *run = watched;
  mj_deleteData(d);
  fields_delete(fields);
  if (changed) {
    check_result(check, 0, "%s changes mjData.%s, which it does not declare (%s)", face->name,
                 changed, stage ? "FcStage.writes" : "a probe changes nothing");
  } else {
    check_result(check, 1, "%s changes %s%s of mjData", face->name,
                 declared[0] ? "nothing but " : "nothing", declared);
  }
}
