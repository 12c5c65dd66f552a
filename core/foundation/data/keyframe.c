// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The state of a simulation as an element of MJCF.

#include <stdio.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

static void print_array(FILE* file, const char* name, const mjtNum* value, mjtSize n, int exact) {
  if (n < 1)
    return;
  fprintf(file, "\n    %s=\"", name);
  for (mjtSize i = 0; i < n; i++)
    fprintf(file, exact ? "%s%.17g" : "%s%g", i ? " " : "", value[i]);
  fprintf(file, "\"");
}

void fc_printKeyframe(FILE* file, const mjModel* m, const mjData* d, int exact) {
  fprintf(file, exact ? "  <key\n    time=\"%.17g\"" : "  <key\n    time=\"%g\"", d->time);
  print_array(file, "qpos", d->qpos, m->nq, exact);
  print_array(file, "qvel", d->qvel, m->nv, exact);
  print_array(file, "act", d->act, m->na, exact);
  print_array(file, "ctrl", d->ctrl, m->nu, exact);
  print_array(file, "mpos", d->mocap_pos, 3 * m->nmocap, exact);
  print_array(file, "mquat", d->mocap_quat, 4 * m->nmocap, exact);
  fprintf(file, "\n  />\n");
}

int fc_saveKeyframe(const mjModel* m, const mjData* d, const char* path) {
  FILE* file = fc_openFile(path ? path : "", 0);
  if (!file)
    return -1;
  fprintf(file, "<mujoco>\n<keyframe>\n");
  fc_printKeyframe(file, m, d, 1);
  fprintf(file, "</keyframe>\n</mujoco>\n");
  return fc_commitFile(file);
}
