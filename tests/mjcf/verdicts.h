// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Reads verdicts.txt, for the suite and for judge.c.

#ifndef TESTS_MJCF_VERDICTS_H_
#define TESTS_MJCF_VERDICTS_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

enum { VERDICTS = 1000, VERDICT_TEXT = 1 << 17, VERDICT_MESSAGE = 2000 };

typedef struct Verdict_ {
  int line;         // in verdicts.txt
  int accept;       // must load
  int alone;        // on purpose unlike the reference
  const char* say;  // pieces of the message, separated by |; "" when there are none
  const char* document;
} Verdict;

static char verdict_text[VERDICT_TEXT];
static Verdict verdicts[VERDICTS];
static int nverdict;

// what is behind a prefix, blanks skipped; NULL: the text begins otherwise
static inline const char* verdict_behind(const char* text, const char* prefix) {
  size_t n = strlen(prefix);
  return strncmp(text, prefix, n) != 0 ? NULL : text + n + strspn(text + n, " ");
}

// verdict from the head line of a document; 0 when it is none
static inline int verdict_head(const char* head, Verdict* v) {
  const char *alone = verdict_behind(head, "alone:"), *rest = alone ? alone : head;
  const char *accept = verdict_behind(rest, "accept"), *refuse = verdict_behind(rest, "refuse:");
  v->alone = alone != NULL;
  v->accept = accept != NULL;
  v->say = accept ? accept : refuse;
  return v->say != NULL;
}

// read the whole file; 0, or the number of a line that is wrong, -1 when it cannot be read
static inline int verdicts_read(const char* path) {
  FILE* file = fopen(path, "rb");
  size_t n = file ? fread(verdict_text, 1, VERDICT_TEXT - 1, file) : 0;
  if (file)
    fclose(file);
  if (n == 0 || n == VERDICT_TEXT - 1)
    return -1;
  int line = 1;
  for (char *c = verdict_text, *next; c; c = next, line++) {
    next = strchr(c, '\n');
    if (next)
      *next++ = 0;
    if (strncmp(c, "== ", 3) == 0) {
      if (!next || nverdict == VERDICTS || !verdict_head(c + 3, &verdicts[nverdict]))
        return line;
      verdicts[nverdict].document = next;
      verdicts[nverdict++].line = line;
    }
  }
  return 0;
}

// load a document; message: of the refusal, else empty
static inline int verdict_loads(const char* document, char message[VERDICT_MESSAGE]) {
  message[0] = 0;
  mjSpec* s = mj_parseXMLString(document, NULL, message, VERDICT_MESSAGE);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (s && !m)
    snprintf(message, VERDICT_MESSAGE, "%s", mjs_getError(s));
  int loads = m != NULL;
  mj_deleteModel(m);
  mj_deleteSpec(s);
  return loads;
}

#endif  // TESTS_MJCF_VERDICTS_H_
