// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A shared object is complete when its file holds every segment listed in its program headers, and
// its section headers, which the linker writes last.

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/kernel/modules/shared_object.h"

typedef ElfW(Ehdr) Header;
typedef ElfW(Phdr) Segment;

static int refuse(char* error, int error_size, const char* reason) {
  snprintf(error, (size_t)error_size, "%s", reason);
  return -1;
}

// 1 when [start, start + n) lies inside a file of `size` bytes
static int inside(uint64_t start, uint64_t n, uint64_t size) {
  return start <= size && n <= size - start;
}

static int check_segments(int file, const Header* header, uint64_t size) {
  Segment segment[64];
  const size_t n = header->e_phnum * sizeof *segment;
  if (header->e_phentsize != sizeof *segment || n > sizeof segment ||
      pread(file, segment, n, (off_t)header->e_phoff) != (ssize_t)n)
    return 0;
  for (int i = 0; i < header->e_phnum; i++)
    if (!inside(segment[i].p_offset, segment[i].p_filesz, size))
      return 0;
  return 1;
}

static int check_file(int file, uint64_t size, char* error, int error_size) {
  Header header;
  if (pread(file, &header, sizeof header, 0) != sizeof header)
    return refuse(error, error_size, "the file is truncated");
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_type != ET_DYN)
    return refuse(error, error_size, "the file is not a shared object");
  if (!inside(header.e_phoff, (uint64_t)header.e_phnum * header.e_phentsize, size) ||
      !inside(header.e_shoff, (uint64_t)header.e_shnum * header.e_shentsize, size) ||
      !check_segments(file, &header, size))
    return refuse(error, error_size, "the file is truncated");
  return 0;
}

int shared_object_check(const char* path, char* error, int error_size) {
  // opening a pipe must not wait for a writer
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (file < 0)
    return refuse(error, error_size, strerror(errno));
  int failed = fstat(file, &status) ? refuse(error, error_size, strerror(errno))
               : !S_ISREG(status.st_mode)
                   ? refuse(error, error_size, "it is not a regular file")
                   : check_file(file, (uint64_t)status.st_size, error, error_size);
  const int why = errno;
  close(file);
  errno = why;
  return failed;
}
