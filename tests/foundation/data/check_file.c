// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files are written completely or not at all, even if writing is interrupted, on file systems with
// and without support for unnamed files.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tests/support.h"

// ---------------------------------------------------------------- a folder for each test

static char folder[40];

static void enter_folder(void) {
  strcpy(folder, "/tmp/file-XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
}

static void leave_folder(void) {
  DIR* here = opendir(".");
  for (struct dirent* entry; (entry = readdir(here));)
    unlink(entry->d_name);
  closedir(here);
  ck_assert_int_eq(chdir("/"), 0);
  ck_assert_int_eq(rmdir(folder), 0);
}

static int count_files(void) {
  int n = 0;
  DIR* here = opendir(".");
  while (readdir(here))
    n++;
  closedir(here);
  return n - 2;
}

static void put(const char* path, const char* text) {
  FILE* file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  ck_assert_int_eq(fclose(file), 0);
}

static void expect_text(const char* path, const char* expected) {
  char text[1000];
  FILE* file = fopen(path, "r");
  ck_assert_msg(file != NULL, "%s is not there", path);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  ck_assert_str_eq(text, expected);
}

static mode_t mode_of(const char* path) {
  struct stat status;
  ck_assert_int_eq(lstat(path, &status), 0);
  return status.st_mode;
}

static FILE* write_file(const char* path, int flags, const char* text) {
  FILE* file = fc_openFile(path, flags);
  ck_assert_msg(file != NULL, "%s", fc_lastError());
  fputs(text, file);
  return file;
}

// ---------------------------------------------------------------- a file system without O_TMPFILE

// The library calls this one: a test of the second kind sees no file without a name.
static int all_have_names;
int open(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const int has_mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
  const mode_t mode = has_mode ? va_arg(list, mode_t) : 0;
  va_end(list);
  if (all_have_names && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static void setup_named(void) { all_have_names = 1; }

// ---------------------------------------------------------------- what is there stays what it is

START_TEST(a_file_takes_the_place_of_the_former_one) {
  enter_folder();
  umask(027);
  ck_assert_int_eq(fc_commitFile(write_file("a", 0, "old")), 0);
  expect_text("a", "old");
  ck_assert_int_eq((int)mode_of("a"), S_IFREG | 0640);
  chmod("a", 0604);
  FILE* file = write_file("a", 0, "new");
  fflush(file);
  expect_text("a", "old");
  ck_assert_int_eq(fc_commitFile(file), 0);
  expect_text("a", "new");
  ck_assert_int_eq((int)mode_of("a"), S_IFREG | 0604);
  ck_assert_int_eq(count_files(), 1);

  // what others have under the same name is left alone
  put("a.~1~", "of the user");
  ck_assert_int_eq(fc_commitFile(write_file("a", 0, "newer")), 0);
  ck_assert_int_eq(fc_commitFile(write_file("a", FC_FILE_GROWS, "newest")), 0);
  expect_text("a.~1~", "of the user");
  ck_assert_int_eq(count_files(), 2);
  leave_folder();
}
END_TEST

START_TEST(links_are_followed) {
  enter_folder();
  ck_assert_int_eq(mkdir("d", 0777), 0);
  ck_assert(!symlink("d/there", "link") && !symlink("link", "chain") && !symlink("round", "round"));
  for (int flags = 0; flags <= FC_FILE_GROWS; flags++) {
    ck_assert_int_eq(fc_commitFile(write_file("chain", flags, "first")), 0);
    expect_text("d/there", "first");
    ck_assert_int_eq(fc_commitFile(write_file("chain", flags, "second")), 0);
    expect_text("d/there", "second");
    ck_assert(S_ISLNK(mode_of("chain")) && S_ISLNK(mode_of("link")));
    ck_assert_int_eq(unlink("d/there"), 0);
  }
  ck_assert_ptr_null(fc_openFile("round", 0));
  ck_assert_str_eq(fc_lastError(), "round cannot be written: Too many levels of symbolic links");
  ck_assert_int_eq(rmdir("d"), 0);
  leave_folder();
}
END_TEST

START_TEST(pipes_and_devices_are_written_directly) {
  enter_folder();
  ck_assert_int_eq(mkfifo("pipe", 0600), 0);
  const int pipe = open("pipe", O_RDWR);
  char text[9] = "";
  for (int flags = 0; flags <= FC_FILE_GROWS; flags++) {
    ck_assert_int_eq(fc_commitFile(write_file("pipe", flags, "contents")), 0);
    ck_assert_int_eq((int)read(pipe, text, 8), 8);
    ck_assert_str_eq(text, "contents");
    fc_discardFile(write_file("pipe", flags, "unwanted"));
  }
  close(pipe);
  ck_assert(S_ISFIFO(mode_of("pipe")));
  if (S_ISCHR(mode_of("/dev/full"))) {
    ck_assert_int_lt(fc_commitFile(write_file("/dev/full", 0, "x")), 0);
    ck_assert_str_eq(fc_lastError(), "/dev/full cannot be written: No space left on device");
    ck_assert(S_ISCHR(mode_of("/dev/full")));
  }
  ck_assert_int_eq(count_files(), 1);
  leave_folder();
}
END_TEST

// standard output that leads to a file stays where it is, and what it has already, too
START_TEST(standard_output_has_names) {
  enter_folder();
  fflush(stdout);
  const int before = dup(STDOUT_FILENO), file = open("out", O_WRONLY | O_CREAT | O_APPEND, 0666);
  dup2(file, STDOUT_FILENO);
  char numbered[40];
  snprintf(numbered, sizeof numbered, "/dev/fd/%d", file);
  const char* const names[] = {"/dev/stdout", "out", numbered, NULL};
  for (int i = 0; i < 4; i++) {
    printf("%d", i);
    FILE* out = fc_openFile(names[i], i % 2 ? FC_FILE_GROWS : 0);
    if (out)
      fputs(names[i] ? "a" : "b", out);
    if (!out || fc_commitFile(out))
      printf("%s", fc_lastError());
  }
  printf("4");
  fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
  close(file);
  expect_text("out", "0a1a2a3b4");
  ck_assert_int_eq(count_files(), 1);
  leave_folder();
}
END_TEST

// ---------------------------------------------------------------- what cannot be written

static void limit(rlim_t size) {
  const struct rlimit limits = {size, RLIM_INFINITY};
  signal(SIGXFSZ, SIG_IGN);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limits), 0);
}

START_TEST(a_full_disk_costs_nothing) {
  enter_folder();
  put("a", "old");
  chmod("a", 0604);
  for (int i = 0; i < 5; i++) {
    const char* path = i < 2 ? "a" : "b";
    FILE* file = write_file(path, i < 4 ? i % 2 : FC_FILE_NEW, "");
    limit(20);
    for (int k = 0; k < 10000; k++)
      fputs("more", file);
    ck_assert_int_lt(fc_commitFile(file), 0);
    limit(RLIM_INFINITY);
    ck_assert_str_eq(fc_lastError(), i < 2 ? "a cannot be written: File too large"
                                           : "b cannot be written: File too large");
    expect_text("a", "old");
    ck_assert_int_eq((int)mode_of("a"), S_IFREG | 0604);
    ck_assert_int_eq(count_files(), 1);
  }

  // the last bytes may be those that do not fit
  FILE* file = write_file("a", 0, "not so little as to fit into 20 bytes");
  limit(20);
  ck_assert_int_lt(fc_commitFile(file), 0);
  limit(RLIM_INFINITY);
  expect_text("a", "old");
  leave_folder();
}
END_TEST

START_TEST(what_is_discarded_was_never_there) {
  enter_folder();
  put("a", "old");
  for (int flags = 0; flags <= FC_FILE_GROWS; flags++) {
    fc_discardFile(write_file("a", flags, "new"));
    fc_discardFile(write_file("b", flags, "new"));
    expect_text("a", "old");
    ck_assert_int_eq(count_files(), 1);
  }
  fc_discardFile(NULL);
  fc_discardFile(stdout);
  ck_assert(printf("%s", "") == 0);
  leave_folder();
}
END_TEST

START_TEST(a_new_file_replaces_none) {
  enter_folder();
  put("a", "old");
  ck_assert_ptr_null(fc_openFile("a", FC_FILE_NEW));
  ck_assert_str_eq(fc_lastError(), "a cannot be written: File exists");
  fc_discardFile(write_file("b", FC_FILE_NEW, "x"));
  ck_assert_int_eq(count_files(), 1);
  ck_assert_int_eq(fc_commitFile(write_file("b", FC_FILE_NEW, "x")), 0);
  expect_text("b", "x");
  expect_text("a", "old");
  leave_folder();
}
END_TEST

// runs in a process of its own, as a user who may not write everywhere
static int fails_to_open(const char* path, int flags, const char* expected) {
  FILE* file = fc_openFile(path, flags);
  if (!file && strcmp(fc_lastError(), expected) == 0)
    return 0;
  fprintf(stderr, "%s: %s, not %s\n", path, file ? "it was opened" : fc_lastError(), expected);
  return 1;
}

START_TEST(rights_are_respected) {
  enter_folder();
  put("a", "old");
  chmod("a", 0444);
  ck_assert_int_eq(mkdir("d", 0777), 0);
  put("d/b", "old");
  chmod("d/b", 0666);
  chmod("d", 0555);
  chmod(".", 0777);
  const pid_t child = fork();
  if (!child) {
    if (!getuid() && setuid(65534))
      _exit(2);
    int failed = 0;
    for (int flags = 0; flags <= FC_FILE_GROWS; flags++) {
      failed |= fails_to_open("a", flags, "a cannot be written: Permission denied");
      failed |= fails_to_open("d/b", flags,
                              "d/b cannot be written: its directory takes no new file "
                              "(Permission denied)");
      failed |= fails_to_open("d/c", flags, "d/c cannot be written: Permission denied");
      failed |= fails_to_open("n/c", flags, "n/c cannot be written: No such file or directory");
      failed |= fails_to_open(".", flags, ". cannot be written: Is a directory");
      failed |= fails_to_open("", flags, "a file cannot be written without a name");
    }
    _exit(failed);
  }
  int status;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert_int_eq(status, 0);
  expect_text("a", "old");
  expect_text("d/b", "old");
  ck_assert_int_eq(count_files(), 2);
  chmod("d", 0777);
  unlink("d/b");
  rmdir("d");
  leave_folder();
}
END_TEST

// ---------------------------------------------------------------- processes that end

START_TEST(what_grows_is_seen_and_kept) {
  enter_folder();
  put("a", "old");
  FILE* file = write_file("a", FC_FILE_GROWS, "some");
  fflush(file);
  expect_text("a", "some");
  expect_text("a.~1~", "old");
  fputs(" more", file);
  ck_assert_int_eq(fc_commitFile(file), 0);
  expect_text("a", "some more");
  ck_assert_int_eq(count_files(), 1);
  leave_folder();
}
END_TEST

// in a child, which then ends in this way
static void leave_open(int signal_number) {
  const pid_t child = fork();
  if (!child) {
    fflush(write_file("a", 0, "new"));
    fflush(write_file("b", FC_FILE_GROWS, "new"));
    write_file("c", FC_FILE_NEW, "new");
    if (signal_number)
      raise(signal_number);
    exit(0);
  }
  ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

START_TEST(the_end_of_the_process) {
  enter_folder();
  put("a", "old");
  put("b", "old");
  leave_open(0);
  expect_text("a", "old");
  expect_text("b", "new");
  ck_assert_int_eq(count_files(), 2);

  // nothing is lost by a signal that cannot be caught, and a file without a name goes with its
  // process
  put("b", "old");
  leave_open(SIGKILL);
  expect_text("a", "old");
  expect_text("b", "new");
  expect_text("b.~1~", "old");
  const int nameless = open(".", O_TMPFILE | O_WRONLY, 0600);
  if (nameless >= 0) {
    ck_assert_int_eq(access("a.~1~", F_OK), -1);
    close(nameless);
  }
  leave_folder();
}
END_TEST

// a child that exits does nothing to the files of its parent
START_TEST(files_belong_to_the_process_that_opened_them) {
  enter_folder();
  put("a", "old");
  FILE* one = write_file("a", FC_FILE_GROWS, "new");
  FILE* other = write_file("b", 0, "new");
  const pid_t child = fork();
  if (!child)
    exit(0);
  ck_assert_int_eq(waitpid(child, NULL, 0), child);
  ck_assert_int_eq(fc_commitFile(one), 0);
  ck_assert_int_eq(fc_commitFile(other), 0);
  expect_text("a", "new");
  expect_text("b", "new");
  leave_folder();
}
END_TEST

int main(void) {
  const TTest* const tests[] = {a_file_takes_the_place_of_the_former_one,
                                links_are_followed,
                                pipes_and_devices_are_written_directly,
                                standard_output_has_names,
                                a_full_disk_costs_nothing,
                                what_is_discarded_was_never_there,
                                a_new_file_replaces_none,
                                rights_are_respected,
                                what_grows_is_seen_and_kept,
                                the_end_of_the_process,
                                files_belong_to_the_process_that_opened_them};
  Suite* suite = suite_create("file");
  TCase *nameless = tcase_create("nameless"), *named = tcase_create("named");
  tcase_add_checked_fixture(named, setup_named, NULL);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    tcase_add_test(nameless, tests[i]);
    tcase_add_test(named, tests[i]);
  }
  suite_add_tcase(suite, nameless);
  suite_add_tcase(suite, named);
  return run_suite(suite);
}
