// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// send_events TITLE EVENT...: events for the window with this title, as the X server would send
// them: key NAME (of a keysym), control NAME (with Ctrl), press N X Y, release N X Y (pointer
// button), move X Y, close.

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Display* display;
static Window window;

// below `parent`; 0: none
static Window find_window(Window parent, const char* title) {
  Window root, up, *child = NULL, found = 0;
  unsigned n = 0;
  char* name = NULL;
  if (XFetchName(display, parent, &name) && name && strcmp(name, title) == 0)
    found = parent;
  XFree(name);
  if (!found && XQueryTree(display, parent, &root, &up, &child, &n)) {
    for (unsigned i = 0; i < n && !found; i++)
      found = find_window(child[i], title);
    XFree(child);
  }
  return found;
}

static void send(XEvent* event, long mask) {
  event->xany.display = display;
  event->xany.window = window;
  XSendEvent(display, window, True, mask, event);
  XSync(display, False);

  // a frame for each
  usleep(100000);
}

static void send_key(const char* name, unsigned modifiers) {
  XEvent event = {.xkey = {.type = KeyPress,
                           .root = DefaultRootWindow(display),
                           .state = modifiers,
                           .same_screen = True}};
  event.xkey.keycode = XKeysymToKeycode(display, XStringToKeysym(name));
  send(&event, KeyPressMask);
  event.xkey.type = KeyRelease;
  send(&event, KeyReleaseMask);
}

static void send_move(int x, int y) {
  XEvent event = {.xmotion = {.type = MotionNotify, .x = x, .y = y, .same_screen = True}};
  send(&event, PointerMotionMask);
}

static void send_button(int type, unsigned button, int x, int y) {
  XEvent event = {.xbutton = {.type = type, .button = button, .x = x, .y = y, .same_screen = True}};
  send(&event, type == ButtonPress ? ButtonPressMask : ButtonReleaseMask);
}

static void send_close(void) {
  XEvent event = {.xclient = {.type = ClientMessage, .format = 32}};
  event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", False);
  event.xclient.data.l[0] = (long)XInternAtom(display, "WM_DELETE_WINDOW", False);
  send(&event, NoEventMask);
}

int main(int argc, char** argv) {
  display = argc > 1 ? XOpenDisplay(NULL) : NULL;
  for (int wait = 0; display && !window && wait < 300; wait++) {
    window = find_window(DefaultRootWindow(display), argv[1]);
    usleep(100000);
  }
  if (!window) {
    fprintf(stderr, "there is no window '%s'\n", argc > 1 ? argv[1] : "");
    return 1;
  }
  for (int i = 2; i < argc; i++) {
    char name[40];
    int x, y;
    unsigned button;
    if (sscanf(argv[i], "key %39s", name) == 1)
      send_key(name, 0);
    else if (sscanf(argv[i], "control %39s", name) == 1)
      send_key(name, ControlMask);
    else if (sscanf(argv[i], "press %u %d %d", &button, &x, &y) == 3)
      send_button(ButtonPress, button, x, y);
    else if (sscanf(argv[i], "release %u %d %d", &button, &x, &y) == 3)
      send_button(ButtonRelease, button, x, y);
    else if (sscanf(argv[i], "move %d %d", &x, &y) == 2)
      send_move(x, y);
    else if (strcmp(argv[i], "close") == 0)
      send_close();
    else {
      fprintf(stderr, "'%s' is no event\n", argv[i]);
      return 1;
    }
  }
  XCloseDisplay(display);
  return 0;
}
