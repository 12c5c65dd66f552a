// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// States that are saved as keyframes come back to the bit, and objects are found by name or number.

#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#include "tests/support.h"

static const char body[] =
    "<option timestep='0.01'/>"
    "<worldbody>"
    "  <body mocap='true'><geom size='.1'/></body>"
    "  <body pos='0 0 1'><freejoint/><geom size='.1'/></body>"
    "  <body pos='1 0 1'><joint name='hinge' axis='0 1 .3'/><geom size='.1' pos='.3 0 0'/></body>"
    "</worldbody>"
    "<actuator><general joint='hinge' dyntype='filter' dynprm='.1'/></actuator>";

static mjModel* read_text(const char* before, const char* after) {
  char text[2000], error[500] = "";
  snprintf(text, sizeof text, "<mujoco>%s%s%s</mujoco>", before, body, after);
  FILE* file = fopen("model.xml", "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  fclose(file);
  mjModel* m = fc_loadModel("model.xml", NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  return m;
}

static void enter_folder(char* folder) {
  strcpy(folder, "/tmp/keyframe-XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
}

static void leave_folder(const char* folder) {
  remove("model.xml");
  remove("state.xml");
  ck_assert_int_eq(chdir("/"), 0);
  ck_assert_int_eq(rmdir(folder), 0);
}

static void expect_files(int expected) {
  int n = 0;
  DIR* folder = opendir(".");
  while (readdir(folder))
    n++;
  closedir(folder);
  ck_assert_int_eq(n - 2, expected);
}

START_TEST(saved_state_comes_back_to_the_bit) {
  char folder[40];
  enter_folder(folder);
  mjModel* m = read_text("", "");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 1. / 3;
  d->mocap_pos[1] = 1e-17;
  for (int i = 0; i < 37; i++)
    mj_step(m, d);
  ck_assert_int_eq(fc_saveKeyframe(m, d, "state.xml"), 0);
  expect_files(2);

  mjModel* again = read_text("", "<include file='state.xml'/>");
  mjData* other = mj_makeData(again);
  ck_assert_int_eq(again->nkey, 1);
  mj_resetDataKeyframe(again, other, 0);
  ck_assert(other->time == d->time);
  ck_assert_mem_eq(other->qpos, d->qpos, sizeof(mjtNum) * (size_t)m->nq);
  ck_assert_mem_eq(other->qvel, d->qvel, sizeof(mjtNum) * (size_t)m->nv);
  ck_assert_mem_eq(other->act, d->act, sizeof(mjtNum) * (size_t)m->na);
  ck_assert_mem_eq(other->ctrl, d->ctrl, sizeof(mjtNum) * (size_t)m->nu);
  ck_assert_mem_eq(other->mocap_pos, d->mocap_pos, sizeof(mjtNum) * 3);
  ck_assert_mem_eq(other->mocap_quat, d->mocap_quat, sizeof(mjtNum) * 4);
  mj_deleteData(other);
  mj_deleteModel(again);
  mj_deleteData(d);
  mj_deleteModel(m);
  leave_folder(folder);
}
END_TEST

START_TEST(path_that_cannot_be_written) {
  char folder[40];
  enter_folder(folder);
  mjModel* m = read_text("", "");
  mjData* d = mj_makeData(m);
  ck_assert_int_lt(fc_saveKeyframe(m, d, "nowhere/state.xml"), 0);
  ck_assert_str_eq(fc_lastError(),
                   "nowhere/state.xml cannot be written: No such file or directory");
  ck_assert_int_lt(fc_saveKeyframe(m, d, "/dev/full/state.xml"), 0);
  mj_deleteData(d);
  mj_deleteModel(m);
  leave_folder(folder);
}
END_TEST

START_TEST(what_is_there_stays_what_it_is) {
  char folder[40];
  enter_folder(folder);
  mjModel* m = read_text("", "");
  mjData* d = mj_makeData(m);
  struct stat status;

  // a file keeps its mode, a link leads to the same file
  ck_assert_int_eq(fc_saveKeyframe(m, d, "state.xml"), 0);
  const mode_t mask = umask(0);
  umask(mask);
  stat("state.xml", &status);
  ck_assert_int_eq((int)status.st_mode, (int)(S_IFREG | (0666 & ~mask)));
  const off_t size = status.st_size;
  chmod("state.xml", 0640);
  ck_assert_int_eq(symlink("state.xml", "link.xml"), 0);
  d->time = 1. / 3;
  ck_assert_int_eq(fc_saveKeyframe(m, d, "link.xml"), 0);
  lstat("link.xml", &status);
  ck_assert(S_ISLNK(status.st_mode));
  stat("state.xml", &status);
  ck_assert_int_eq((int)status.st_mode, (int)(S_IFREG | 0640));
  ck_assert(status.st_size > size);
  expect_files(3);

  // a pipe stays one
  ck_assert_int_eq(mkfifo("pipe", 0600), 0);
  const int pipe = open("pipe", O_RDWR);
  ck_assert_int_eq(fc_saveKeyframe(m, d, "pipe"), 0);
  char begin[9] = "";
  ck_assert_int_eq((int)read(pipe, begin, 8), 8);
  ck_assert_str_eq(begin, "<mujoco>");
  close(pipe);
  lstat("pipe", &status);
  ck_assert(S_ISFIFO(status.st_mode));

  // what cannot be written whole leaves nothing behind, and the former file as it was
  const struct rlimit little = {20, RLIM_INFINITY};
  signal(SIGXFSZ, SIG_IGN);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &little), 0);
  ck_assert_int_lt(fc_saveKeyframe(m, d, "state.xml"), 0);
  ck_assert_str_eq(fc_lastError(), "state.xml cannot be written: File too large");
  ck_assert_int_lt(fc_saveKeyframe(m, d, "other.xml"), 0);
  expect_files(4);
  stat("state.xml", &status);
  ck_assert(status.st_size > size);
  remove("link.xml");
  remove("pipe");
  mj_deleteData(d);
  mj_deleteModel(m);
  leave_folder(folder);
}
END_TEST

START_TEST(objects_by_name_or_number) {
  char folder[40];
  enter_folder(folder);
  mjModel* m = read_text(
      "", "<keyframe><key name='low'/><key/><key name='0'/><key name='high'/></keyframe>");
  ck_assert_int_eq(fc_findObject(m, mjOBJ_KEY, "low"), 0);
  ck_assert_int_eq(fc_findObject(m, mjOBJ_KEY, "1"), 1);
  ck_assert_int_eq(fc_findObject(m, mjOBJ_KEY, "0"), 2);  // a name comes first
  ck_assert_int_eq(fc_findObject(m, mjOBJ_KEY, "3"), 3);
  ck_assert_int_eq(fc_findObject(m, mjOBJ_JOINT, "hinge"), 1);
  static const char* const unknown[] = {"4", "-1", "", "1x", "99999999999999999999", "lo"};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    char expected[200];
    snprintf(expected, sizeof expected, "the model has no keyframe '%s'; it has 4: low, 0, high",
             unknown[i]);
    ck_assert_int_eq(fc_findObject(m, mjOBJ_KEY, unknown[i]), -1);
    ck_assert_str_eq(fc_lastError(), expected);
  }
  ck_assert_int_eq(fc_findObject(m, mjOBJ_CAMERA, "eye"), -1);
  ck_assert_str_eq(fc_lastError(), "the model has no camera 'eye'; it has 0");
  mj_deleteModel(m);
  leave_folder(folder);
}
END_TEST

int main(void) {
  TCase* cases = tcase_create("keyframes");
  tcase_add_test(cases, saved_state_comes_back_to_the_bit);
  tcase_add_test(cases, path_that_cannot_be_written);
  tcase_add_test(cases, what_is_there_stays_what_it_is);
  tcase_add_test(cases, objects_by_name_or_number);
  return run_case("keyframe", cases);
}
