// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Events from a file instead of keys and mouse: for demonstrations and tests. Every command calls
// what the callbacks of the window call, with coordinates of the window. README.md lists them.
//
// The same language is written by --record: there the lines between two `frames` belong to one
// frame; the commands with names take a frame each.

#include "replay.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
  for (size_t i = 0; i < sizeof key_names / sizeof *key_names; i++) {
    if (!strcasecmp(name, key_names[i].name))
      return key_names[i].key;
  }
  if ((name[0] == 'F' || name[0] == 'f') && sscanf(name + 1, "%d", &number) == 1 && number >= 1 &&
      number <= 12)
    return mjKEY_F1 + number - 1;
  if (name[0] && !name[1])
    return toupper((unsigned char)name[0]);
  return -1;
}

static int is_modifier(const char* word, int* mods) {
  const int bit = !strcmp(word, "ctrl")    ? GLFW_MOD_CONTROL
                  : !strcmp(word, "shift") ? GLFW_MOD_SHIFT
                  : !strcmp(word, "alt")   ? GLFW_MOD_ALT
                                           : 0;
  *mods |= bit;
  return bit;
}

// ---------------------------------------------------------------- lines

static int button_named(const char* name) {
  static const char* const names[] = {"left", "right", "middle"};
  for (int i = 0; i < 3; i++) {
    if (!strcmp(name, names[i]))
      return i;
  }
  return -1;
}

enum { WORDS_MAX = 8 };

// commands that are written by --record; 1: it was none
static int raw_command(Viewer* v, int n, char** word) {
  const double a = n > 1 ? atof(word[1]) : 0, b = n > 2 ? atof(word[2]) : 0;
  if (!strcmp(word[0], "button") && n == 4)
    on_button(v->window, (int)a, (int)b, atoi(word[3]));
  else if (!strcmp(word[0], "move") && n == 3)
    move_to(v, a, b);
  else if (!strcmp(word[0], "scroll") && n == 2)
    on_scroll(v->window, 0, a);
  else if (!strcmp(word[0], "key") && n == 3 && isdigit((unsigned char)word[1][0]) &&
           isdigit((unsigned char)word[2][0]))
    press_key(v, (int)a, (int)b);
  else
    return 1;
  return 0;
}

static int key_command(Viewer* v, int n, char** word) {
  int mods = 0;
  for (int i = 2; i < n; i++) {
    if (!is_modifier(word[i], &mods))
      return fc_fail("'%s' is none of ctrl, shift, alt", word[i]);
  }
  const int key = n > 1 ? key_named(word[1]) : -1;
  if (key < 0)
    return fc_fail("'%s' is not a key", n > 1 ? word[1] : "");
  press_key(v, key, mods);
  return 0;
}

// press, release, click, double BUTTON [X Y] [ctrl] [shift] [alt]
static int mouse_command(Viewer* v, int n, char** word) {
  int mods = 0, at = 2;
  const int button = n > 1 ? button_named(word[1]) : -1;
  if (button < 0)
    return fc_fail("'%s' is none of left, right, middle", n > 1 ? word[1] : "");
  if (n >= 4 && !isalpha((unsigned char)word[2][0])) {
    move_to(v, atof(word[2]), atof(word[3]));
    at = 4;
  }
  for (; at < n; at++) {
    if (!is_modifier(word[at], &mods))
      return fc_fail("'%s' is none of ctrl, shift, alt", word[at]);
  }
  if (!strcmp(word[0], "press") || !strcmp(word[0], "release")) {
    on_button(v->window, button, word[0][0] == 'p' ? GLFW_PRESS : GLFW_RELEASE, mods);
    return 0;
  }
  v->replay.clock += 1;
  click(v, button, mods);
  if (word[0][0] == 'd')
    click(v, button, mods);
  return 0;
}

// until TIME: the simulation runs until then and pauses
static int wait_command(Viewer* v, const char* command, double number) {
  if (!strcmp(command, "frames")) {
    v->replay.wait = (int)number;
  } else {
    lock(v);
    v->clock.until = number;
    v->replay.until = number;
    if (v->m)
      set_run(v, 1);
    unlock(v);
  }
  return 0;
}

// what follows the first word as it is
static int text_command(Viewer* v, const char* command, char* rest) {
  if (!strcmp(command, "type")) {
    type_text(v, rest);
  } else if (!strcmp(command, "drop")) {
    const char* path = rest;
    on_drop(v->window, 1, &path);
  } else if (!strcmp(command, "picture")) {
    ask_for_screenshot(v, rest);
  } else if (!strcmp(command, "state")) {
    return save_state(v, rest);
  } else if (!strcmp(command, "print")) {
    return print_value(v, rest);
  } else if (!strcmp(command, "choose")) {
    char* equal = strstr(rest, " = ");
    if (equal)
      *equal = 0;
    return choose_item(v, rest, equal ? equal + 3 : "");
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
  if (!raw_command(v, n, word))
    return 0;
  v->replay.wait = 1;
  char* argument = line + strcspn(line, " \t");
  argument += strspn(argument, " \t");
  const int status = text_command(v, word[0], argument);
  if (status <= 0)
    return status;
  if (!strcmp(word[0], "key"))
    return key_command(v, n, word);
  if (n == 2 && (!strcmp(word[0], "frames") || !strcmp(word[0], "until")))
    return wait_command(v, word[0], atof(word[1]));
  if (!strcmp(word[0], "size") && n == 3)
    return glfwSetWindowSize(v->window, atoi(word[1]), atoi(word[2])), 0;
  if (!strcmp(word[0], "lose"))
    return v->lost = 1, 0;
  if (!strcmp(word[0], "quit"))
    return glfwSetWindowShouldClose(v->window, 1), 0;
  if (!strcmp(word[0], "wait") && n == 2)
    return v->replay.end = seconds() + atof(word[1]), 0;
  if (strstr("press release click double", word[0]))
    return mouse_command(v, n, word);
  return fc_fail("'%s' is not a command", word[0]);
}

// ---------------------------------------------------------------- frames

// a fault ends the viewer: what follows would mean something else
static void give_up(Viewer* v) {
  char reason[800];
  snprintf(reason, sizeof reason, "%s", fc_lastError());
  fc_fail("%s, line %d: %s", v->replay.path, v->replay.line, reason);
  v->replay.failed = 1;
  glfwSetWindowShouldClose(v->window, 1);
}

void replay_frame(Viewer* v) {
  Replay* r = &v->replay;
  char line[1024];
  if (r->wait > 0 && --r->wait > 0)
    return;
  if ((r->until >= 0 && v->clock.run) || seconds() < r->end)
    return;
  r->until = -1;
  while (r->wait <= 0 && r->until < 0 && seconds() >= r->end && !glfwWindowShouldClose(v->window)) {
    if (!fgets(line, sizeof line, r->file)) {
      glfwSetWindowShouldClose(v->window, 1);
      return;
    }
    r->line++;
    line[strcspn(line, "\r\n")] = 0;
    if (do_line(v, line))
      give_up(v);
  }
}

int replay_open(Viewer* v) {
  const FcView* request = v->request;
  v->replay.until = -1;
  if (request->replay) {
    v->replay.path = request->replay;
    v->replay.file = fopen(request->replay, "r");
    if (!v->replay.file)
      return fc_fail("%s cannot be read: %s", request->replay, strerror(errno));
  }
  if (request->record) {
    v->record = fopen(request->record, "w");
    if (!v->record)
      return fc_fail("%s cannot be written: %s", request->record, strerror(errno));
    v->record_time = event_time(v);
  }
  return 0;
}

void replay_close(Viewer* v) {
  if (v->replay.file)
    fclose(v->replay.file);
  if (v->record)
    fclose(v->record);
  v->replay.file = v->record = NULL;
}

// ---------------------------------------------------------------- recording

void record_event(Viewer* v, const char* format, ...) {
  if (!v->record)
    return;
  const double now = event_time(v);
  const int frames = (int)((now - v->record_time) * 60 + 0.5);
  if (frames > 0 && frames < 60 * 3600) {
    fprintf(v->record, "frames %d\n", frames);
    v->record_time += frames / 60.0;
  }
  va_list list;
  va_start(list, format);
  vfprintf(v->record, format, list);
  va_end(list);
  fflush(v->record);
}
