// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Events from a file instead of keys and mouse: for demonstrations and tests. Every command calls
// the same functions as the callbacks of the window, with coordinates of the window. README.md
// lists them.
//
// The same language is written by --record: there the lines between two `frames` belong to one
// frame; the commands with names take a frame each.

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <fulcrum/host.h>

#include "export.h"
#include "frame.h"
#include "input.h"
#include "replay.h"

// ---------------------------------------------------------------- keys

static const struct {
  const char* name;
  int key;
} key_names[] = {{"space", ' '},
                 {"escape", mjKEY_ESCAPE},
                 {"enter", mjKEY_ENTER},
                 {"tab", mjKEY_TAB},
                 {"backspace", mjKEY_BACKSPACE},
                 {"delete", mjKEY_DELETE},
                 {"right", mjKEY_RIGHT},
                 {"left", mjKEY_LEFT},
                 {"down", mjKEY_DOWN},
                 {"up", mjKEY_UP},
                 {"pageup", mjKEY_PAGE_UP},
                 {"pagedown", mjKEY_PAGE_DOWN},
                 {"home", mjKEY_HOME},
                 {"end", mjKEY_END}};

static int key_named(const char* name) {
  int number;
  for (size_t i = 0; i < sizeof key_names / sizeof *key_names; i++)
    if (strcasecmp(name, key_names[i].name) == 0)
      return key_names[i].key;
  if ((name[0] == 'F' || name[0] == 'f') && sscanf(name + 1, "%d", &number) == 1 && number >= 1 &&
      number <= 12)
    return mjKEY_F1 + number - 1;
  if (name[0] && !name[1])
    return toupper((unsigned char)name[0]);
  return -1;
}

static int is_modifier(const char* word, int* mods) {
  const int bit = strcmp(word, "ctrl") == 0    ? GLFW_MOD_CONTROL
                  : strcmp(word, "shift") == 0 ? GLFW_MOD_SHIFT
                  : strcmp(word, "alt") == 0   ? GLFW_MOD_ALT
                                               : 0;
  *mods |= bit;
  return bit;
}

// ---------------------------------------------------------------- lines

static int button_named(const char* name) {
  static const char* const names[] = {"left", "right", "middle"};
  for (int i = 0; i < 3; i++)
    if (strcmp(name, names[i]) == 0)
      return i;
  return -1;
}

enum { WORDS_MAX = 8, NUMBERS_MAX = 3 };

// Commands that take numbers only, and the smallest that each accepts.
typedef enum Command_ { BUTTON, MOVE, SCROLL, KEY, FRAMES, UNTIL, WAIT, SIZE } Command;
static const struct {
  const char* name;
  int n, whole;
  double least;
} commands[] = {[BUTTON] = {"button", 3, 1, 0},    [MOVE] = {"move", 2, 0, -1e6},
                [SCROLL] = {"scroll", 1, 0, -1e6}, [KEY] = {"key", 2, 1, 0},
                [FRAMES] = {"frames", 1, 1, 0},    [UNTIL] = {"until", 1, 0, 0},
                [WAIT] = {"wait", 1, 0, 0},        [SIZE] = {"size", 2, 1, 1}};

static int read_number(const char* word, int whole, double least, double* number) {
  char* end;
  *number = strtod(word, &end);
  if (end != word && !*end && *number >= least && *number <= 1e9 &&
      (!whole || *number == floor(*number)))
    return 0;
  return fc_fail("'%s' is not a %snumber of at least %g", word, whole ? "whole " : "", least);
}

// until TIME: the simulation runs until then and pauses
static void run_until(Viewer* v, double time) {
  Simulation* s = &v->simulation;
  simulation_lock(s);
  s->clock.until = time;
  v->replay.running = 1;
  if (s->sides.m)
    simulation_run(s, 1);
  simulation_unlock(s);
}

static void do_command(Viewer* v, Command command, const double* x) {
  // lines written by --record between two lines `frames` belong to one frame
  if (command > KEY)
    v->replay.wait = 1;
  switch (command) {
    case BUTTON: input_button(v->window.handle, (int)x[0], (int)x[1], (int)x[2]); break;
    case MOVE: replay_move(v, x[0], x[1]); break;
    case SCROLL: input_scroll(v->window.handle, 0, x[0]); break;
    case KEY: replay_press_key(v, (int)x[0], (int)x[1]); break;
    case FRAMES: v->replay.wait = (int)x[0]; break;
    case UNTIL: run_until(v, x[0]); break;
    case WAIT: v->replay.end = clock_seconds() + x[0]; break;
    case SIZE: glfwSetWindowSize(v->window.handle, (int)x[0], (int)x[1]); break;
  }
}

// 1: not one of these commands, negative: an error
static int number_command(Viewer* v, int n, char** word) {
  double x[NUMBERS_MAX];
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    if (strcmp(word[0], commands[i].name) != 0)
      continue;
    // a key may also have a name
    if (i == KEY &&
        !(n == 3 && isdigit((unsigned char)word[1][0]) && isdigit((unsigned char)word[2][0])))
      return 1;
    if (n != commands[i].n + 1)
      return fc_fail("'%s' takes %d number%s", word[0], commands[i].n,
                     commands[i].n == 1 ? "" : "s");
    for (int k = 1; k < n; k++)
      if (read_number(word[k], commands[i].whole, commands[i].least, x + k - 1))
        return -1;
    do_command(v, (Command)i, x);
    return 0;
  }
  return 1;
}

static int key_command(Viewer* v, int n, char** word) {
  int mods = 0;
  for (int i = 2; i < n; i++)
    if (!is_modifier(word[i], &mods))
      return fc_fail("'%s' is none of ctrl, shift, alt", word[i]);
  const int key = n > 1 ? key_named(word[1]) : -1;
  if (key < 0)
    return fc_fail("'%s' is not a key", n > 1 ? word[1] : "");
  replay_press_key(v, key, mods);
  return 0;
}

// press, release, click, double BUTTON [X Y] [ctrl] [shift] [alt]
static int mouse_command(Viewer* v, int n, char** word) {
  int mods = 0, at = 2;
  const int button = n > 1 ? button_named(word[1]) : -1;
  if (button < 0)
    return fc_fail("'%s' is none of left, right, middle", n > 1 ? word[1] : "");
  if (n >= 4 && !isalpha((unsigned char)word[2][0])) {
    double x, y;
    if (read_number(word[2], 0, -1e6, &x) || read_number(word[3], 0, -1e6, &y))
      return -1;
    replay_move(v, x, y);
    at = 4;
  }
  for (; at < n; at++)
    if (!is_modifier(word[at], &mods))
      return fc_fail("'%s' is none of ctrl, shift, alt", word[at]);
  if (strcmp(word[0], "press") == 0 || strcmp(word[0], "release") == 0) {
    input_button(v->window.handle, button, word[0][0] == 'p' ? GLFW_PRESS : GLFW_RELEASE, mods);
    return 0;
  }
  replay_pass_second(v);
  replay_click(v, button, mods);
  if (word[0][0] == 'd')
    replay_click(v, button, mods);
  return 0;
}

// the rest of the line after the first word, unchanged
static int text_command(Viewer* v, const char* command, char* rest) {
  if (strcmp(command, "type") == 0) {
    replay_type(v, rest);
  } else if (strcmp(command, "drop") == 0) {
    const char* path = rest;
    input_drop(v->window.handle, 1, &path);
  } else if (strcmp(command, "picture") == 0) {
    frame_request_picture(v, rest);
  } else if (strcmp(command, "state") == 0) {
    return export_keyframe(&v->simulation.sides, rest);
  } else if (strcmp(command, "print") == 0) {
    return replay_print(v, rest);
  } else if (strcmp(command, "choose") == 0) {
    char* equal = strstr(rest, " = ");
    if (equal)
      *equal = 0;
    return replay_choose(v, rest, equal ? equal + 3 : "");
  } else {
    return 1;
  }
  return 0;
}

static int do_line(Viewer* v, char* line) {
  char copy[1024], *word[WORDS_MAX], *rest = NULL;
  int n = 0;
  snprintf(copy, sizeof copy, "%s", line);
  for (char* w = strtok_r(copy, " \t", &rest); w && n < WORDS_MAX; w = strtok_r(NULL, " \t", &rest))
    word[n++] = w;
  if (!n || word[0][0] == '#')
    return 0;
  const int found = number_command(v, n, word);
  if (found <= 0)
    return found;
  v->replay.wait = 1;
  char* argument = line + strcspn(line, " \t");
  argument += strspn(argument, " \t");
  const int status = text_command(v, word[0], argument);
  if (status <= 0)
    return status;
  if (strcmp(word[0], "key") == 0)
    return key_command(v, n, word);
  if (strcmp(word[0], "lose") == 0 && n == 1) {
    v->window.lost = 1;
    return 0;
  }
  if (strcmp(word[0], "quit") == 0 && n == 1) {
    window_end(&v->window);
    return 0;
  }
  if (strcmp(word[0], "press") == 0 || strcmp(word[0], "release") == 0 ||
      strcmp(word[0], "click") == 0 || strcmp(word[0], "double") == 0)
    return mouse_command(v, n, word);
  return fc_fail("'%s' is not a command", word[0]);
}

// ---------------------------------------------------------------- frames

// an error ends the viewer, because later lines would mean something else
void replay_frame(Viewer* v) {
  Replay* r = &v->replay;
  char line[1024];
  if (r->wait > 0 && --r->wait > 0)
    return;
  if ((r->running && v->simulation.clock.run) || clock_seconds() < r->end)
    return;
  r->running = 0;
  while (r->wait <= 0 && !r->running && clock_seconds() >= r->end &&
         !glfwWindowShouldClose(v->window.handle)) {
    if (!fgets(line, sizeof line, r->file)) {
      window_end(&v->window);
      return;
    }
    r->line++;
    line[strcspn(line, "\r\n")] = 0;
    if (do_line(v, line))
      replay_give_up(r, &v->window);
  }
}
