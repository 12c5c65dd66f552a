// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Command lines: "--name value", "--name=value", "-n value", "-nvalue"; options and arguments in
// any order; "--" ends the options.

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/tool.h"

// ---------------------------------------------------------------- messages

int failure(const char* format, ...) {
  va_list list;
  va_start(list, format);
  fputs("fulcrum: ", stderr);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
  return EXIT_FAILED;
}

int misuse(const Command* command, const char* format, ...) {
  va_list list;
  va_start(list, format);
  fprintf(stderr, "fulcrum %s: ", command->name);
  vfprintf(stderr, format, list);
  fprintf(stderr, "\nTry 'fulcrum %s --help'.\n", command->name);
  va_end(list);
  return EXIT_USAGE;
}

// ---------------------------------------------------------------- help

// text in lines of at most `width` letters, each indented
static void print_wrapped(const char* text, int indent, int width) {
  int column = 0;
  while (*text) {
    int n = (int)strcspn(text, " \n");
    if (column && column + 1 + n > width) {
      printf("\n%*s", indent, "");
      column = 0;
    }
    column += printf("%s%.*s", column ? " " : "", n, text);
    text += n;
    if (*text == '\n') {
      printf("\n%*s", text[1] ? indent : 0, "");
      column = 0;
    }
    if (*text)
      text++;
  }
  printf("\n");
}

static void print_option(char letter, const char* name, const char* argument, const char* help) {
  char left[64], brief[8] = "";
  if (letter)
    snprintf(brief, sizeof brief, "-%c,", letter);
  snprintf(left, sizeof left, "%-3s --%s%s%s", brief, name, argument ? " " : "",
           argument ? argument : "");
  printf("  %-30s ", left);
  if (strlen(left) > 30)
    printf("\n%33s", "");
  print_wrapped(help, 33, 66);
}

void print_help(const Command* command) {
  printf("Usage: fulcrum %s %s\n\n", command->name, command->arguments);
  printf("%c%s.\n\nOptions:\n", command->summary[0] - 'a' + 'A', command->summary + 1);
  for (const Option* o = command->options; o && o->name; o++)
    print_option(o->letter, o->name, o->argument, o->help);
  print_option('h', "help", NULL, "print this help");
  if (command->notes[0]) {
    printf("\n");
    print_wrapped(command->notes, 0, 98);
  }
}

// ---------------------------------------------------------------- words and numbers

// edit distance, cut off at 31 letters
static int distance(const char* a, const char* b) {
  int row[32], nb = (int)strlen(b);
  if (nb > 31 || strlen(a) > 31)
    return 99;
  for (int j = 0; j <= nb; j++)
    row[j] = j;
  for (int i = 1; a[i - 1]; i++) {
    int corner = row[0]++;
    for (int j = 1; j <= nb; j++) {
      int change = corner + (a[i - 1] != b[j - 1]);
      corner = row[j];
      int insert = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
      row[j] = change < insert ? change : insert;
    }
  }
  return row[nb];
}

const char* nearest_word(const char* word, const char* const* words) {
  const char* best = NULL;
  int least = 3;
  for (; *words; words++) {
    int d = distance(word, *words);
    // a beginning of the word counts as near
    if (strlen(word) >= 3 && !strncmp(word, *words, strlen(word)))
      d = 1;
    if (d < least)
      least = d, best = *words;
  }
  return best;
}

int parse_real(const char* text, double* value) {
  char* end;
  *value = strtod(text, &end);
  return end == text || *end || !isfinite(*value);
}

int parse_int(const char* text, long long* value) {
  char* end;
  errno = 0;
  *value = strtoll(text, &end, 10);
  return end == text || *end || errno;
}

// ---------------------------------------------------------------- JSON

void json_text(FILE* file, const char* text) {
  fputc('"', file);
  for (const unsigned char* c = (const unsigned char*)text; *c; c++) {
    if (*c == '"' || *c == '\\') {
      fprintf(file, "\\%c", *c);
    } else if (*c < 0x20) {
      fprintf(file, "\\u%04x", *c);
    } else {
      fputc(*c, file);
    }
  }
  fputc('"', file);
}

void json_number(FILE* file, double value) {
  if (isfinite(value)) {
    fprintf(file, "%.17g", value);
  } else {
    fputs("null", file);
  }
}

// ---------------------------------------------------------------- parsing

static int unknown_option(const Command* command, const char* text) {
  const char* names[ARGUMENTS_MAX] = {"help"};
  int n = 1;
  for (const Option* o = command->options; o && o->name && n < ARGUMENTS_MAX - 1; o++)
    names[n++] = o->name;
  char word[64];
  snprintf(word, sizeof word, "%.*s", (int)strcspn(text + 2, "="), text[1] == '-' ? text + 2 : "");
  const char* near = nearest_word(word, names);
  if (near)
    return misuse(command, "there is no option '%s'; did you mean '--%s'?", text, near);
  return misuse(command, "there is no option '%s'", text);
}

// option names may be written with dashes or underscores
static int same_name(const char* name, const char* text, size_t n) {
  if (strlen(name) != n)
    return 0;
  for (size_t i = 0; i < n; i++) {
    if ((text[i] == '-' ? '_' : text[i]) != name[i])
      return 0;
  }
  return 1;
}

// index of the option that `text` names, -1 if there is none; *value points behind it, NULL when
// nothing follows
static int find_option(const Command* command, const char* text, const char** value) {
  const int is_long = text[1] == '-';
  const size_t n = is_long ? strcspn(text + 2, "=") : 1;
  for (int i = 0; command->options && command->options[i].name; i++) {
    const Option* o = command->options + i;
    if (is_long ? same_name(o->name, text + 2, n) : o->letter && o->letter == text[1]) {
      *value = is_long ? (text[2 + n] ? text + 3 + n : NULL) : text[2] ? text + 2 : NULL;
      return i;
    }
  }
  return -1;
}

static int is_option(const char* text) { return text[0] == '-' && text[1]; }

int parse_arguments(const Command* command, int argc, char** argv, Arguments* a) {
  int ended = 0;
  a->noption = a->npositional = 0;
  for (int i = 0; i < argc; i++) {
    const char *text = argv[i], *value = NULL;
    if (ended || !is_option(text)) {
      if (a->npositional >= command->max_positional)
        return misuse(command, "unexpected argument '%s'", text);
      a->positional[a->npositional++] = text;
      continue;
    }
    if (!strcmp(text, "--")) {
      ended = 1;
      continue;
    }
    if (!strcmp(text, "--help") || !strcmp(text, "-h"))
      return -1;
    const int k = find_option(command, text, &value);
    if (k < 0)
      return unknown_option(command, text);
    const Option* o = command->options + k;
    if (!o->argument && value)
      return misuse(command, "option --%s takes no value", o->name);
    if (o->argument && !value && ++i >= argc)
      return misuse(command, "option --%s needs a value: %s", o->name, o->argument);
    if (a->noption == ARGUMENTS_MAX)
      return misuse(command, "more than %d options", ARGUMENTS_MAX);
    a->option[a->noption].option = k;
    a->option[a->noption++].value = !o->argument ? "" : value ? value : argv[i];
  }
  if (a->npositional < command->min_positional)
    return misuse(command, "an argument is missing: %s", command->arguments);
  return 0;
}
