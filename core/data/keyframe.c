// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The state of a simulation as an element of MJCF.

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

// ---------------------------------------------------------------- files

static int write_keyframe(FILE* file, const mjModel* m, const mjData* d) {
  fprintf(file, "<mujoco>\n<keyframe>\n");
  fc_printKeyframe(file, m, d, 1);
  fprintf(file, "</keyframe>\n</mujoco>\n");
  const int failed = fflush(file) || ferror(file);
  const int reason = errno;
  const int closed = fclose(file);
  if (failed)
    errno = reason;
  return failed || closed ? -1 : 0;
}

// pipes and devices take what is written, and stay what they are
static int write_directly(const mjModel* m, const mjData* d, const char* path) {
  FILE* file = fopen(path, "w");
  return file ? write_keyframe(file, m, d) : -1;
}

// A file is whole at any time: what is written beside it takes its place. `mode` is that of the
// file that is there.
static int write_and_rename(const mjModel* m, const mjData* d, const char* path, mode_t mode) {
  char beside[PATH_MAX + 8];
  snprintf(beside, sizeof beside, "%s.XXXXXX", path);
  const int descriptor = mkstemp(beside);
  if (descriptor < 0)
    return -1;
  FILE* file = fdopen(descriptor, "w");
  if (!file)
    close(descriptor);
  if (file && !fchmod(descriptor, mode) && !write_keyframe(file, m, d) && !rename(beside, path))
    return 0;
  const int reason = errno;
  unlink(beside);
  errno = reason;
  return -1;
}

int fc_saveKeyframe(const mjModel* m, const mjData* d, const char* path) {
  char target[PATH_MAX];
  struct stat status;
  if (strlen(path) >= PATH_MAX)
    return fc_fail("the state cannot be written: a path of %zu letters", strlen(path));
  // a file that is not there is made first, with the mode that new files have
  const int absent = stat(path, &status) != 0;
  const int made = absent ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : -1;
  int failed = absent && (made < 0 || fstat(made, &status));
  if (made >= 0)
    close(made);
  if (!failed && !S_ISREG(status.st_mode))
    failed = write_directly(m, d, path);
  else if (!failed)
    failed = access(path, W_OK) || !realpath(path, target) ||
             write_and_rename(m, d, target, status.st_mode & 07777);
  if (!failed)
    return 0;
  fc_fail("the state cannot be written to %s: %s", path, strerror(errno));
  if (made >= 0)
    unlink(path);
  return -1;
}
