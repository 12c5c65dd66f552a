// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

FILE* fc_openInput(const char* path) {
  // without O_NONBLOCK a pipe that nothing writes to would block
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat info;
  FILE* file = NULL;
  int special = 0;
  if (descriptor >= 0 && !fstat(descriptor, &info)) {
    special = !S_ISREG(info.st_mode);
    if (special)
      errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
    else
      file = fdopen(descriptor, "rb");
  }
  if (file)
    return file;
  const int number = errno;
  if (special)
    fc_fail("%s is not a regular file", path);
  else
    fc_fail("%s cannot be read: %s", path, strerror(number));
  if (descriptor >= 0)
    close(descriptor);
  errno = number;
  return NULL;
}
