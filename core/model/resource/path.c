// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/model/resource/path.h"

static int is_separator(char c) { return c == '/' || c == '\\'; }

size_t path_directory(const char* path) {
  size_t n = strlen(path);
  while (n > 0 && !is_separator(path[n - 1]))
    n--;
  return n;
}

int path_is_absolute(const char* path) {
  return is_separator(path[0]) ||
         (isalpha((unsigned char)path[0]) && path[1] == ':' && is_separator(path[2]));
}

const char* path_base(const char* path) { return path + path_directory(path); }

const char* path_extension(const char* path) {
  const char* dot = strrchr(path_base(path), '.');
  return dot ? dot : "";
}

int path_same(const char* a, const char* b) {
  while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
    a++;
    b++;
  }
  return *a == 0 && *b == 0;
}

// length of "scheme:", 0 when the text does not begin with one; one letter is a drive
static size_t scheme_length(const char* text) {
  size_t n = 0;
  while (isalnum((unsigned char)text[n]) || (text[n] && strchr("+.-", text[n])))
    n++;
  return n > 1 && text[n] == ':' && isalpha((unsigned char)text[0]) ? n + 1 : 0;
}

// reduce in place, from `start` on; what is before is kept
static void reduce(char* path, size_t start) {
  char* root = path + start;
  if (isalpha((unsigned char)root[0]) && root[1] == ':')
    root += 2;
  int absolute = is_separator(*root);
  char *to = root + absolute, *floor = to;
  if (absolute)
    *root = '/';
  for (const char* from = root; *from;) {
    while (is_separator(*from))
      from++;
    size_t n = 0;
    while (from[n] && !is_separator(from[n]))
      n++;
    int closed = is_separator(from[n]);
    int is_dot = n == 1 && from[0] == '.', is_up = n == 2 && from[0] == '.' && from[1] == '.';
    if (is_up && to > floor) {
      // drop the last component, unless it is itself a kept ".."
      char* last = to - 1;
      while (last > floor && last[-1] != '/')
        last--;
      if (strncmp(last, "../", 3) != 0) {
        to = last;
        from += n;
        continue;
      }
    }
    if (n > 0 && !is_dot && !(is_up && absolute && to == floor)) {
      memmove(to, from, n);
      to += n;
      if (closed)
        *to++ = '/';
    }
    from += n;
  }
  *to = 0;
}

char* path_join(const char* directory, const char* name) {
  int alone = !directory || !directory[0] || path_is_absolute(name) || scheme_length(name);
  size_t nd = alone ? 0 : strlen(directory), nn = strlen(name);
  size_t slash = nd > 0 && !is_separator(directory[nd - 1]);
  char* path = malloc(nd + slash + nn + 1);
  if (!path)
    return NULL;
  if (nd)
    memcpy(path, directory, nd);
  if (slash)
    path[nd] = '/';
  memcpy(path + nd + slash, name, nn + 1);
  reduce(path, scheme_length(path));
  return path;
}
