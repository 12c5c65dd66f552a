// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files that are written whole or not at all. All writers of the library, its modules and its
// programs use these functions.
//
//   FILE* file = fc_openFile(path, 0);
//   if (!file)
//     return -1;                  // fc_lastError names the file and the reason
//   fprintf(file, ...);           // results need no check: the first failure is remembered
//   return fc_commitFile(file);   // or fc_discardFile(file)
//
// What is written goes to a file without a name in the same directory (O_TMPFILE), or to
// "NAME.~1~" where the file system has no such files. fc_commitFile flushes it to the disk and lets
// it take the place of the former file in one step, so that other processes see the one or the
// other, and a program that is killed before leaves the former file as it was. Symbolic links are
// followed to the file they lead to, also to one that is not there yet; mode, owner and group of a
// former file are kept as far as the system allows it; a new file gets the mode that umask says.
// Other hard links to the former file keep what was in it.
//
// A former file that cannot be written, or whose directory takes no new file, is an error: nothing
// is written in place, because a disk that becomes full meanwhile would cost what was there.
//
// Pipes, devices, sockets and what standard output or standard error of the process lead to (also
// as /dev/stdout, /dev/fd/3 and the like) are written directly and stay what they are.
//
// A file that is still open when the process calls exit is discarded, or committed if it grows.
// (tests/foundation/data/check_file.c)

#ifndef FULCRUM_FILE_H_
#define FULCRUM_FILE_H_

#include <stdio.h>

#include <mujoco/mjexport.h>

#ifdef __cplusplus
extern "C" {
#endif

// Flags of fc_openFile.
typedef enum FcFileFlags_ {
  // For what takes long, so that it can be watched while it grows: trajectories, recordings,
  // videos. The new file has its own name from the beginning; a former file waits as "NAME.~1~" (or
  // the next free number) and comes back if the new one is discarded or cannot be committed. What
  // was written so far is thus there after a crash, and so is the former file.
  FC_FILE_GROWS = 1,

  // The file must not be there; it has its own name from the beginning and is removed if it is
  // discarded or cannot be committed.
  FC_FILE_NEW = 2
} FcFileFlags;

// Open a file for writing from its beginning; it cannot be read, and has no place that could be
// changed later (fseek fails). NULL for path: standard output. NULL after fc_fail when it cannot be
// written. [any thread]
MJAPI FILE* fc_openFile(const char* path, int flags);

// Close the file, which then is in its place: 0. Negative after fc_fail, with name and reason ("No
// space left on device"), when not all of it could be written: then what was there before is there
// again. Standard output is flushed and stays open. [any thread]
MJAPI int fc_commitFile(FILE* file);

// Close the file and leave everything as it was before fc_openFile. NULL and standard output:
// nothing happens. [any thread]
MJAPI void fc_discardFile(FILE* file);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_FILE_H_
