// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files that are written completely or not at all.
//
//                new content goes to        an existing file is   commit             undo
//   whole        a file without a name,     left in its place     rename over it     close
//                or "beside"
//   growing      its place                  renamed to "beside"   remove "beside"    rename it back
//   new          its place                  an error              nothing            remove it
//   direct       the target of the path     overwritten           nothing            nothing
//
// The stream writes through a function of its own, because stdio does not keep the reason of a
// failure until the file is closed. No handler is called here.

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "core/foundation/base/process_lock.h"

typedef enum Way_ { WHOLE, GROWING, NEW, DIRECT } Way;

typedef struct Output_ {
  FILE* file;
  Way way;
  int descriptor;
  int reason;       // errno of the first failure
  int is_unwanted;  // drop what is still in the buffer of the stream
  // the process that opened it; a forked child inherits the list, but must not finish the files
  pid_t process;
  char path[PATH_MAX];  // as given, for messages
  char target[PATH_MAX];
  char beside[PATH_MAX];  // "": no such file
  struct Output_* next;
} Output;

// ---------------------------------------------------------------- the outputs that are open

static Output* outputs;

static Output* take(const FILE* file) {
  process_lock(LOCK_FILES);
  Output** link = &outputs;
  while (*link && (*link)->file != file)
    link = &(*link)->next;
  Output* output = *link;
  if (output)
    *link = output->next;
  process_unlock(LOCK_FILES);
  return output;
}

static int finish(Output* o, int commit);

static void close_all(void) {
  Output* o;
  do {
    process_lock(LOCK_FILES);
    Output** link = &outputs;
    while (*link && (*link)->process != getpid())
      link = &(*link)->next;
    o = *link;
    if (o)
      *link = o->next;
    process_unlock(LOCK_FILES);
    if (o)
      finish(o, o->way == GROWING);
  } while (o);
}

static void close_all_at_exit(void) { atexit(close_all); }

static void add(Output* output) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, close_all_at_exit);
  process_lock(LOCK_FILES);
  output->next = outputs;
  outputs = output;
  process_unlock(LOCK_FILES);
}

// ---------------------------------------------------------------- names

static int too_long(void) {
  errno = ENAMETOOLONG;
  return -1;
}

// The file that a path leads to, which need not exist yet. 0, or -1 with errno.
static int resolve(const char* path, char target[PATH_MAX]) {
  char link[PATH_MAX], further[PATH_MAX];
  if (realpath(path, target))
    return 0;
  const ssize_t n = errno == ENOENT ? readlink(path, link, sizeof link - 1) : -2;
  if (n == -2)
    return -1;
  if (n < 0)
    return snprintf(target, PATH_MAX, "%s", path) < PATH_MAX ? 0 : too_long();
  link[n] = 0;
  const char* slash = link[0] == '/' ? NULL : strrchr(path, '/');
  const int directory = slash ? (int)(slash - path) + 1 : 0;
  if (snprintf(further, sizeof further, "%.*s%s", directory, path, link) >= PATH_MAX)
    return too_long();
  // a chain of links ends: realpath fails on a cycle
  return resolve(further, target);
}

// length of the directory in front of a name, with its slash
static int directory_of(const char* target) {
  const char* slash = strrchr(target, '/');
  return slash ? (int)(slash - target) + 1 : 0;
}

// Creates a file with a name beside the target by calling `make`, which returns a descriptor, 0, or
// -1 with errno. Existing names are skipped.
static int make_beside(Output* o, int (*make)(const Output* o)) {
  enum { NAME_MOST = 240 };
  const int n = directory_of(o->target);
  for (int k = 1; k < 10000; k++) {
    const int length =
        snprintf(o->beside, PATH_MAX, "%.*s%.*s.~%d~", n, o->target, NAME_MOST, o->target + n, k);
    const int made = length < PATH_MAX ? make(o) : too_long();
    if (made >= 0)
      return made;
    if (errno != EEXIST)
      break;
  }
  o->beside[0] = 0;
  return -1;
}

static int make_file(const Output* o) {
  return open(o->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

// the path under /proc through which a file without a name can be linked
static void place_of(int descriptor, char place[40]) {
  snprintf(place, 40, "/proc/self/fd/%d", descriptor);
}

static int name_file(const Output* o) {
  char place[40];
  place_of(o->descriptor, place);
  return linkat(AT_FDCWD, place, AT_FDCWD, o->beside, AT_SYMLINK_FOLLOW);
}

// ---------------------------------------------------------------- opening

static int open_nameless(const char* target) {
  char directory[PATH_MAX], place[40];
  const int n = directory_of(target);
  snprintf(directory, sizeof directory, "%.*s", n ? n : 1, n ? target : ".");
  const int descriptor = open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return -1;
  place_of(descriptor, place);
  if (!access(place, F_OK))
    return descriptor;
  close(descriptor);
  return -1;
}

static int open_whole(Output* o) {
  o->descriptor = open_nameless(o->target);
  if (o->descriptor < 0)
    o->descriptor = make_beside(o, make_file);
  return o->descriptor < 0 ? -1 : 0;
}

static void undo(Output* o) {
  if (o->way == WHOLE && o->beside[0])
    unlink(o->beside);
  else if (o->way == GROWING && o->beside[0])
    rename(o->beside, o->target);
  else if (o->way == GROWING || o->way == NEW)
    unlink(o->target);
}

// `former`: a file exists already and is kept beside the target meanwhile
static int open_in_place(Output* o, int former) {
  const int reserved = former ? make_beside(o, make_file) : -1;
  if (former && reserved < 0)
    return -1;
  if (former)
    close(reserved);
  if (former && rename(o->target, o->beside)) {
    const int reason = errno;
    unlink(o->beside);
    errno = reason;
    return -1;
  }
  o->descriptor = open(o->target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (o->descriptor >= 0)
    return 0;
  const int reason = errno;
  if (former)
    rename(o->beside, o->target);
  errno = reason;
  return -1;
}

// Sets owner and group, as far as the system allows it, and then the mode, because a change of
// owner may clear bits of the mode.
static int keep_rights(const Output* o, const struct stat* former) {
  struct stat own;
  if (fstat(o->descriptor, &own))
    return -1;
  if ((own.st_uid != former->st_uid || own.st_gid != former->st_gid) &&
      fchown(o->descriptor, former->st_uid, former->st_gid) &&
      fchown(o->descriptor, (uid_t)-1, former->st_gid) && errno != EPERM && errno != EINVAL)
    return -1;
  return (own.st_mode ^ former->st_mode) & 07777 ? fchmod(o->descriptor, former->st_mode & 07777)
                                                 : 0;
}

// The descriptor of this process that a path stands for: by its number, or because standard output
// or standard error lead to the same file. -1 when there is none.
static int own_descriptor(const char* path, const struct stat* status) {
  int number, end = 0;
  if ((sscanf(path, "/dev/fd/%d%n", &number, &end) == 1 ||
       sscanf(path, "/proc/self/fd/%d%n", &number, &end) == 1) &&
      !path[end])
    return number;
  for (int k = STDOUT_FILENO; k <= STDERR_FILENO; k++) {
    struct stat own;
    const int flags = fcntl(k, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && !fstat(k, &own) &&
        own.st_dev == status->st_dev && own.st_ino == status->st_ino)
      return k;
  }
  return -1;
}

static int open_direct(Output* o, int own) {
  if (own >= 0)
    fflush(stdout);
  o->way = DIRECT;
  o->descriptor = own >= 0 ? fcntl(own, F_DUPFD_CLOEXEC, 3)
                           : open(o->path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC);
  return o->descriptor < 0 ? -1 : 0;
}

// 0, or -1 after fc_fail
static int open_output(Output* o, int flags) {
  struct stat former;
  const int there = !stat(o->path, &former);
  const int own = there ? own_descriptor(o->path, &former) : -1;
  o->way = flags & FC_FILE_NEW ? NEW : flags & FC_FILE_GROWS ? GROWING : WHOLE;
  if (there && o->way != NEW && (own >= 0 || !S_ISREG(former.st_mode))) {
    if (!open_direct(o, own))
      return 0;
  } else if (!resolve(o->path, o->target) &&
             !(there && faccessat(AT_FDCWD, o->target, W_OK, AT_EACCESS))) {
    const int failed =
        o->way == WHOLE ? open_whole(o) : open_in_place(o, there && o->way == GROWING);
    if (!failed && (!there || !keep_rights(o, &former)))
      return 0;
    const int reason = errno;
    if (failed && there && (reason == EACCES || reason == EPERM || reason == EROFS))
      return fc_fail("%s cannot be written: its directory takes no new file (%s)", o->path,
                     strerror(reason));
    if (!failed) {
      undo(o);
      close(o->descriptor);
    }
    errno = reason;
  }
  return fc_fail("%s cannot be written: %s", o->path, strerror(errno));
}

// ---------------------------------------------------------------- the stream

static ssize_t put(void* cookie, const char* bytes, size_t n) {
  Output* o = cookie;
  if (o->is_unwanted || o->process != getpid())
    return (ssize_t)n;
  for (size_t done = 0; done < n && !o->reason;) {
    const ssize_t written = write(o->descriptor, bytes + done, n - done);
    if (written > 0)
      done += (size_t)written;
    else if (written == 0 || errno != EINTR)
      o->reason = written < 0 ? errno : EIO;
  }
  if (!o->reason)
    return (ssize_t)n;
  errno = o->reason;
  return 0;
}

FILE* fc_openFile(const char* path, int flags) {
  if (!path)
    return stdout;
  if (!path[0]) {
    fc_fail("a file cannot be written without a name");
    return NULL;
  }
  if (strlen(path) >= PATH_MAX) {
    fc_fail("%.40s... cannot be written: %s", path, strerror(ENAMETOOLONG));
    return NULL;
  }
  Output* o = malloc(sizeof *o);
  if (!o) {
    fc_fail("%s cannot be written: %s", path, strerror(ENOMEM));
    return NULL;
  }
  *o = (Output){.process = getpid()};
  snprintf(o->path, sizeof o->path, "%s", path);
  if (open_output(o, flags)) {
    free(o);
    return NULL;
  }
  o->file = fopencookie(o, "w", (cookie_io_functions_t){.write = put});
  if (!o->file) {
    fc_fail("%s cannot be written: %s", path, strerror(errno));
    undo(o);
    close(o->descriptor);
    free(o);
    return NULL;
  }
  add(o);
  return o->file;
}

// ---------------------------------------------------------------- the end

// Some file systems have nothing to flush.
static int flush_to_disk(int descriptor) {
  return fsync(descriptor) && errno != EINVAL && errno != ENOTSUP && errno != ENOSYS ? -1 : 0;
}

// Moves the written file into its place; 0, or -1 with errno.
static int take_place(Output* o) {
  if (flush_to_disk(o->descriptor))
    return -1;
  if (o->way == WHOLE)
    return (o->beside[0] || !make_beside(o, name_file)) && !rename(o->beside, o->target) ? 0 : -1;
  return o->beside[0] ? unlink(o->beside) : 0;
}

static int commit_stdout(FILE* file) {
  errno = 0;
  if (!fflush(file) && !ferror(file))
    return 0;
  return fc_fail("standard output cannot be written%s%s", errno ? ": " : "",
                 errno ? strerror(errno) : "");
}

// Closes and frees an output that is no longer in the list. 0, or -1 after fc_fail.
static int finish(Output* o, int commit) {
  int status = 0;
  o->is_unwanted = !commit;
  errno = 0;
  if (fclose(o->file) && !o->reason)
    o->reason = errno ? errno : EIO;
  if (commit && !o->reason && o->way != DIRECT && take_place(o))
    o->reason = errno;
  if (o->reason || !commit)
    undo(o);
  if (close(o->descriptor) && o->way == DIRECT && !o->reason)
    o->reason = errno;
  if (commit && o->reason)
    status = fc_fail("%s cannot be written: %s", o->path, strerror(o->reason));
  free(o);
  return status;
}

int fc_commitFile(FILE* file) {
  Output* o = take(file);
  return o ? finish(o, 1) : commit_stdout(file);
}

void fc_discardFile(FILE* file) {
  Output* o = file ? take(file) : NULL;
  if (o)
    finish(o, 0);
}
