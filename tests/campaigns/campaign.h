// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A campaign is a function that attacks the library once, with numbers drawn from a generator that
// the driver has seeded with the seed of the campaign and the number of the round. So these two
// numbers replay a finding. The driver (campaign.c) runs rounds in a process of its own until the
// time is over, and records crashes, broken promises, leaks and hangs.

#ifndef TESTS_CAMPAIGNS_CAMPAIGN_H_
#define TESTS_CAMPAIGNS_CAMPAIGN_H_

#include <check.h>
#include <stddef.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "tests/fuzz/fuzz.h"

typedef struct Campaign_ {
  const char *name, *what;
  void (*round)(void);
} Campaign;

extern const Campaign campaign_arguments, campaign_commands, campaign_decoders, campaign_documents,
    campaign_failures, campaign_images, campaign_laws, campaign_live, campaign_specs;

// The end of a round whose condition does not hold: a finding with this message.
__attribute__((format(printf, 2, 3))) void claim(int condition, const char* format, ...);

// Code that is shared with suites of the library Check makes claims, too; its format may be NULL.
void claim_checked(int condition, const char* text, const char* format, ...);
#undef ck_assert_msg
#define ck_assert_msg(condition, ...) claim_checked(!!(condition), #condition, __VA_ARGS__)

// Adds one to a counter that is printed at the end; the name must stay.
void tally(const char* name);

// Is this the replay of a finding? Campaigns then tell what they do.
int replaying(void);

//------------------------------ chance ------------------------------------------------------------

uint64_t draw(void);
int below(int n);                    // 0 ... n-1
int one_in(int n);                   // true once in n times
double unit(void);                   // uniform in (-1, 1)
double between(double a, double b);  // uniform
double hostile_number(double now);   // the number itself, scaled, 0, tiny, huge, not finite
int hostile_int(int now);            // near the number, at the ends of the type, round numbers
void mutate_bytes(char* bytes, size_t* size, size_t room);  // a few, cut or repeated

//------------------------------ inputs ------------------------------------------------------------

// A file with its size and one zero behind it.
typedef struct Input_ {
  char* bytes;
  size_t size;
  char name[256];
} Input;

typedef struct Inputs_ {
  Input* item;
  int n;
} Inputs;

// Appends every file of a folder of the sources whose name ends so and that is no larger.
void add_inputs(Inputs* inputs, const char* folder, const char* suffix, size_t largest);

// A model of the sources; it must load.
mjModel* load(const char* path);

//------------------------------ errors ------------------------------------------------------------

// Runs `body` with a fatal error handler that jumps out of it and warnings that are not shown.
// Returns 0, or 1 after an error whose message is in caught_message.
extern char caught_message[1024];
int caught(void (*body)(void* context), void* context);

#endif  // TESTS_CAMPAIGNS_CAMPAIGN_H_
