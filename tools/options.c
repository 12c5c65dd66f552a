// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Command lines, messages, help. getopt_long parses: "--name value", "--name=value", "-n value",
// "-nvalue", unambiguous beginnings of long names, options and arguments in any order, "--" before
// arguments that begin with a dash. Messages are written here, because those of getopt name neither
// the subcommand nor the closest option.

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

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
  fprintf(stderr, "\nTry 'fulcrum %s --help'.\n", command->usage ? command->usage : command->name);
  va_end(list);
  return EXIT_USAGE;
}

// ---------------------------------------------------------------- help

// text in lines of at most `width` characters, all but the first indented
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

// ---------------------------------------------------------------- numbers

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

// ---------------------------------------------------------------- parsing

#define OPTION_MAX 64                   // options of one command
#define LONG_MAX_ (2 * OPTION_MAX + 2)  // two spellings each, --help, the end
#define FIRST_OPTION 256                // getopt's value for option 0; letters are below

// The table of a command in the form that getopt_long wants. Names with an underscore are entered a
// second time with dashes.
typedef struct Grammar_ {
  char letters[2 * OPTION_MAX + 4];
  struct option name[LONG_MAX_];
  char dashed[OPTION_MAX][32];
} Grammar;

static void add_name(Grammar* g, int* n, const char* name, const Option* o, int value) {
  g->name[(*n)++] = (struct option){
      .name = name, .has_arg = o->argument ? required_argument : no_argument, .val = value};
}

static void make_grammar(const Command* command, Grammar* g) {
  static const Option help = {.name = "help", .letter = 'h'};
  int n = 0;
  *g = (Grammar){0};
  // '-': arguments are reported in their place, whatever POSIXLY_CORRECT says; ':': no messages
  char* letter = stpcpy(g->letters, "-:h");
  add_name(g, &n, "help", &help, 'h');
  for (int i = 0; command->options && command->options[i].name && i < OPTION_MAX; i++) {
    const Option* o = command->options + i;
    add_name(g, &n, o->name, o, FIRST_OPTION + i);
    if (strchr(o->name, '_')) {
      snprintf(g->dashed[i], sizeof g->dashed[i], "%s", o->name);
      for (char* c = g->dashed[i]; *c; c++)
        *c = *c == '_' ? '-' : *c;
      add_name(g, &n, g->dashed[i], o, FIRST_OPTION + i);
    }
    if (o->letter) {
      *letter++ = o->letter;
      if (o->argument)
        *letter++ = ':';
    }
  }
}

// index of the option that getopt reported by its letter or its number, -1: none
static int option_index(const Command* command, int reported) {
  if (reported >= FIRST_OPTION)
    return reported - FIRST_OPTION;
  for (int i = 0; command->options && command->options[i].name; i++)
    if (reported && command->options[i].letter == reported)
      return i;
  return -1;
}

// the message about a long name that is no option, or the beginning of several
static int unknown_option(const Command* command, const char* text) {
  const char* names[OPTION_MAX + 2] = {"help"};
  char word[64], meant[256] = "";
  int n = 1, nmeant = 0;
  for (const Option* o = command->options; o && o->name && n <= OPTION_MAX; o++)
    names[n++] = o->name;
  snprintf(word, sizeof word, "%.*s", (int)strcspn(text + 2, "="), text + 2);
  for (int i = 0; i < n; i++) {
    const size_t used = strlen(meant);
    if (!word[0] || strncmp(names[i], word, strlen(word)) != 0)
      continue;
    snprintf(meant + used, sizeof meant - used, "%s--%s", nmeant++ ? ", " : "", names[i]);
  }
  if (nmeant > 1)
    return misuse(command, "option '%s' may mean %s", text, meant);
  const char* near = fc_nearestWord(word, names);
  if (near)
    return misuse(command, "there is no option '%s'; did you mean '--%s'?", text, near);
  return misuse(command, "there is no option '%s'", text);
}

// the message after getopt reported '?': an unknown option, or a value for an option without
static int wrong_option(const Command* command, char** argv) {
  if (optopt >= FIRST_OPTION)
    return misuse(command, "option --%s takes no value",
                  command->options[optopt - FIRST_OPTION].name);
  if (optopt == 'h')
    return misuse(command, "option --help takes no value");
  if (optopt)
    return misuse(command, "there is no option '-%c'", optopt);
  return unknown_option(command, argv[optind - 1]);
}

static int take_argument(const Command* command, Arguments* a, const char* text) {
  if (a->npositional >= command->max_positional)
    return misuse(command, "unexpected argument '%s'", text);
  a->positional[a->npositional++] = text;
  return 0;
}

static int take_option(const Command* command, Arguments* a, int option) {
  if (a->noption == ARGUMENTS_MAX)
    return misuse(command, "more than %d options", ARGUMENTS_MAX);
  a->option[a->noption].option = option;
  a->option[a->noption++].value = optarg ? optarg : "";
  return 0;
}

int parse_arguments(const Command* command, int argc, char** argv, Arguments* a) {
  Grammar grammar;
  int reported, status = 0;
  make_grammar(command, &grammar);
  a->noption = a->npositional = 0;
  optind = 0;  // getopt begins a new command line
  while (!status &&
         (reported = getopt_long(argc, argv, grammar.letters, grammar.name, NULL)) != -1) {
    const int missing = reported == ':';
    const int k = option_index(command, missing ? optopt : reported);
    if (reported == 'h')
      return -1;
    if (reported == 1)
      status = take_argument(command, a, optarg);
    else if (reported == '?' || k < 0)
      status = wrong_option(command, argv);
    else if (missing)
      status = misuse(command, "option --%s needs a value: %s", command->options[k].name,
                      command->options[k].argument);
    else
      status = take_option(command, a, k);
  }
  // what follows "--"
  for (int i = optind; !status && i < argc; i++)
    status = take_argument(command, a, argv[i]);
  if (!status && a->npositional < command->min_positional)
    status = misuse(command, "an argument is missing: %s", command->arguments);
  return status;
}
