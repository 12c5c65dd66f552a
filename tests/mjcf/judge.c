// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that the reference accepts and refuses the documents of verdicts.txt as recorded, and
// prints the differences; not part of the build (tests/README.md tells how to link and run it).
// Each document has a separate process, so that a crash counts as neither.
//
//   ./record tests/data/mjcf/verdicts.txt

#include <sys/wait.h>
#include <unistd.h>

#include "verdicts.h"

enum { SECONDS = 10, ACCEPTS = 0, REFUSES = 1, FATAL = 2 };

static void fatal(const char* message) {
  (void)message;
  _exit(FATAL);
}

// how the other implementation ends: ACCEPTS, REFUSES, or something else
static int judge(const Verdict* v) {
  pid_t child = fork();
  if (child == 0) {
    char message[VERDICT_MESSAGE];
    mju_user_error = fatal;
    alarm(SECONDS);
    _exit(verdict_loads(v->document, message) ? ACCEPTS : REFUSES);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(int argc, char** argv) {
  int problem = argc == 2 ? verdicts_read(argv[1]) : -1, differ = 0;
  if (problem) {
    fprintf(stderr, "usage: judge verdicts.txt (line %d is wrong)\n", problem);
    return 2;
  }
  for (int i = 0; i < nverdict; i++) {
    const Verdict* v = verdicts + i;
    int outcome = judge(v), same = outcome == (v->accept ? ACCEPTS : REFUSES);
    if (same == v->alone) {
      printf("line %d: %s, unlike what is written:\n%s\n", v->line,
             outcome == ACCEPTS   ? "accepts"
             : outcome == REFUSES ? "refuses"
                                  : "crashes or hangs",
             v->document);
      differ++;
    }
  }
  printf("%d documents, %d verdicts differ\n", nverdict, differ);
  return differ != 0;
}
