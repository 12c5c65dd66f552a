// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files that are written completely or not at all, and files that are read. All writers of the
// library, its modules and its programs use these functions.
//
//   FILE* file = fc_openFile(path, 0);
//   if (!file)
//     return -1;                  // fc_lastError names the file and the reason
//   fprintf(file, ...);           // results need no check: the first failure is remembered
//   return fc_commitFile(file);   // or fc_discardFile(file)
//
// Output goes to an unnamed file in the same directory (O_TMPFILE), or to "NAME.~1~" where the file
// system does not support unnamed files. fc_commitFile flushes it to the disk and replaces the old
// file atomically, so that other processes see either the old or the new file, and a program that
// is killed before leaves the old file unchanged. Symbolic links are followed, also to a target
// that does not exist yet. Mode, owner and group of an existing file are kept as far as the system
// allows; a new file gets its mode from umask. Other hard links to the old file keep the old
// contents.
//
// It is an error when an existing file is not writable or no file can be created in its directory:
// nothing is written in place, because a disk that becomes full meanwhile would destroy the old
// contents.
//
// Pipes, devices, sockets and the targets of standard output and standard error (also as
// /dev/stdout, /dev/fd/3 and the like) are written directly and are not replaced.
//
// A file that is still open when the process calls exit is discarded, or committed if it grows.
// (tests/foundation/data/check_file.c)
//
// Since SDK 1.0.

#ifndef FULCRUM_FILE_H_
#define FULCRUM_FILE_H_

#include <stdio.h>

#include <mujoco/mjexport.h>

#ifdef __cplusplus
extern "C" {
#endif

// Flags of fc_openFile.
typedef enum FcFileFlags_ {
  // For output over a long time that should be readable while it grows: trajectories, recordings,
  // videos. The new file has its final name from the start; an existing file is kept as "NAME.~1~"
  // (or the next free number) and restored if the new one is discarded or cannot be committed.
  // After a crash, both the partial output and the old file exist.
  FC_FILE_GROWS = 1,

  // The file must not exist; the new file has its final name from the start and is removed if it is
  // discarded or cannot be committed.
  FC_FILE_NEW = 2
} FcFileFlags;

// Open a file for writing from its start. It cannot be read and is not seekable (fseek fails). NULL
// for path: standard output. Returns NULL after fc_fail when the file cannot be written. [any
// thread]
MJAPI FILE* fc_openFile(const char* path, int flags);

// Close the file and put it in its place; returns 0. Returns a negative number after fc_fail, with
// name and reason ("No space left on device"), when some output could not be written; the old file
// is then restored. Standard output is flushed and stays open. [any thread]
MJAPI int fc_commitFile(FILE* file);

// Close the file and restore the situation before fc_openFile. Does nothing for NULL and standard
// output. [any thread]
MJAPI void fc_discardFile(FILE* file);

// Open a file for reading. Returns NULL after fc_fail, with errno, when it cannot be opened or is
// not a regular file: directories, pipes, sockets and devices, which may block or never end, are
// refused (EISDIR, EINVAL). Close it with fclose. [any thread] (tests/loaders/check_limits.c)
MJAPI FILE* fc_openInput(const char* path);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_FILE_H_
