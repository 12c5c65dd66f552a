// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Chance, inputs and caught errors for all campaigns.

#include <dirent.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign.h"

//------------------------------ chance ------------------------------------------------------------

static uint64_t state;

// splitmix64
uint64_t draw(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void chance_begin(unsigned long seed, long round);

void chance_begin(unsigned long seed, long round) {
  state = seed;
  state = draw() + (uint64_t)round;
  draw();
}

int below(int n) { return n > 0 ? (int)(draw() % (uint64_t)n) : 0; }

int one_in(int n) { return below(n) == 0; }

double unit(void) { return (double)(draw() >> 11) / 4503599627370496.0 - 1; }

double between(double a, double b) { return a + (b - a) * (unit() + 1) / 2; }

double hostile_number(double now) {
  static const double numbers[] = {0,     -0.0,   1,        -1,        1e-310, DBL_MIN, DBL_EPSILON,
                                   1e-15, 1e15,   1e150,    -1e150,    1e308,  -1e308,  DBL_MAX,
                                   1e10,  -1e-10, INFINITY, -INFINITY, NAN};
  switch (below(4)) {
    case 0: return now * between(-2, 2);
    case 1: return now + unit();
    default: return numbers[below(sizeof numbers / sizeof *numbers)];
  }
}

int hostile_int(int now) {
  static const int numbers[] = {0,     1,           -1,      2,     3,      6,
                                7,     INT_MAX,     INT_MIN, 100,   1000,   65535,
                                65536, INT_MAX - 1, 1 << 30, -1000, 1000000};
  return one_in(3) ? (int)((unsigned)now + (unsigned)below(5) - 2u)
                   : numbers[below(sizeof numbers / sizeof *numbers)];
}

void mutate_bytes(char* bytes, size_t* size, size_t room) {
  static const unsigned char telling[] = {0,   1,   2,   127,  128, 254, 255,
                                          '-', '9', 'e', '\n', ' ', '<'};
  for (int n = 1 + below(6); n > 0 && *size; n--) {
    const size_t at = draw() % *size;
    const size_t length = 1 + draw() % (*size - at), most = room - *size;
    switch (below(8)) {
      case 0: bytes[at] = (char)draw(); break;
      case 1: bytes[at] ^= (char)(1 << below(8)); break;
      case 2: *size = one_in(4) ? at : *size; break;
      case 3:  // a part is left out
        memmove(bytes + at, bytes + at + length, *size - at - length);
        *size -= length;
        break;
      case 4:  // a part is repeated
        if (length <= most) {
          memmove(bytes + at + length, bytes + at, *size - at);
          *size += length;
        }
        break;
      case 5:  // a number of four bytes
        if (at + 4 <= *size) {
          const int value = hostile_int((unsigned char)bytes[at]);
          memcpy(bytes + at, &value, 4);
        }
        break;
      default: bytes[at] = (char)telling[below(sizeof telling)]; break;
    }
  }
}

//------------------------------ inputs ------------------------------------------------------------

static int read_input(Input* input, const char* path, size_t largest) {
  FILE* file = fopen(path, "rb");
  claim(file != NULL, "%s can be opened", path);
  input->bytes = malloc(largest + 1);
  claim(input->bytes != NULL, "there is memory for %s", path);
  input->size = fread(input->bytes, 1, largest + 1, file);
  fclose(file);
  if (input->size <= largest) {
    input->bytes[input->size] = 0;
    return 1;
  }
  free(input->bytes);
  return 0;
}

void add_inputs(Inputs* inputs, const char* folder, const char* suffix, size_t largest) {
  char path[1500];
  struct dirent** entry;
  snprintf(path, sizeof path, "%s/%s", TEST_SOURCE_DIR, folder);
  const int n = scandir(path, &entry, NULL, alphasort);
  claim(n > 0, "there are files in %s", path);
  for (int i = 0; i < n; i++) {
    const char* name = entry[i]->d_name;
    const size_t length = strlen(name), end = strlen(suffix);
    if (name[0] != '.' && length >= end && strcmp(name + length - end, suffix) == 0) {
      Input input;
      snprintf(path, sizeof path, "%s/%s/%s", TEST_SOURCE_DIR, folder, name);
      snprintf(input.name, sizeof input.name, "%s", name);
      inputs->item = realloc(inputs->item, (size_t)(inputs->n + 1) * sizeof *inputs->item);
      claim(inputs->item != NULL, "there is memory for a list");
      if (read_input(&input, path, largest))
        inputs->item[inputs->n++] = input;
    }
    free(entry[i]);
  }
  free(entry);
}

mjModel* load(const char* path) {
  char whole[1500], error[1000] = "";
  snprintf(whole, sizeof whole, "%s/%s", TEST_SOURCE_DIR, path);
  mjModel* m = mj_loadXML(whole, NULL, error, sizeof error);
  claim(m != NULL, "%s: %s", path, error);
  return m;
}

//------------------------------ errors ------------------------------------------------------------

char caught_message[1024];
static jmp_buf escape;

static void leave(const char* message) {
  snprintf(caught_message, sizeof caught_message, "%s", message);
  longjmp(escape, 1);
}

static void silent(const char* message) { (void)message; }

int caught(void (*body)(void* context), void* context) {
  volatile int failed = 1;
  caught_message[0] = 0;
  mju_user_error = leave;
  if (!mju_user_warning)
    mju_user_warning = silent;
  if (!setjmp(escape)) {
    body(context);
    failed = 0;
  }
  mju_user_error = NULL;
  return failed;
}
