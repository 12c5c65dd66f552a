// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every document of verdicts.txt is accepted or refused as written there, with a message that says
// what the file demands.

#include "support.h"
#include "verdicts.h"

START_TEST(a_document_gets_its_verdict) {
  const Verdict* v = verdicts + _i;
  char message[VERDICT_MESSAGE], piece[200];
  int loads = verdict_loads(v->document, message);
  ck_assert_msg(loads == v->accept, "line %d is %s: %s\n%s", v->line,
                loads ? "accepted" : "refused", message, v->document);
  for (const char* c = v->say; *c;) {
    size_t n = strcspn(c, "|"), length = n;
    while (length && c[length - 1] == ' ')
      length--;
    snprintf(piece, sizeof piece, "%.*s", (int)length, c);
    ck_assert_msg(strstr(message, piece) != NULL, "line %d: expected \"%s\" in\n%s", v->line, piece,
                  message);
    c += n + (c[n] == '|');
    c += strspn(c, " ");
  }
  if (!v->accept && strncmp(message, "XML Error", 9) == 0) {
    ck_assert_msg(strstr(message, "\nElement '") && strstr(message, "', line "),
                  "line %d: no place in\n%s", v->line, message);
  }
}
END_TEST

static void add(TCase* t) { tcase_add_loop_test(t, a_document_gets_its_verdict, 0, nverdict); }

int main(void) {
  int problem = verdicts_read(TEST_SOURCE_DIR "/tests/data/mjcf/verdicts.txt");
  if (problem || nverdict == 0) {
    fprintf(stderr, "verdicts.txt: line %d is wrong\n", problem);
    return EXIT_FAILURE;
  }
  return run_added("verdicts", add);
}
