// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Implementations: those installed, those in force on each side, and their parameters.

#ifndef VIEWER_FACES_H_
#define VIEWER_FACES_H_

#include <fulcrum/host.h>

#include "viewer/simulation/sides.h"

// kinds that are chosen in menus, and parameters that panels show
enum { CHOICES = 5, CHOICES_MAX = 16, PARAMETERS_MAX = 120 };
extern const char* const faces_labels[CHOICES];

typedef struct Choice_ {
  FcKind kind;
  int n;
  char name[CHOICES_MAX][mjMAXUINAME];
  int now[SIDES];  // index of the one in force, n: not in the list
} Choice;

// one number of a parameter of an implementation in force, as an item shows it
typedef struct Parameter_ {
  char face[80];  // kind/name
  const FcParameter* about;
  mjtNum* value;    // in the model
  int index;        // of the number in its parameter
  int bit;          // FC_WORDS: the keyword
  int whole;        // value edited by items that need an int
  mjtNum real;      // value edited by items that need a real number
  mjtNum exponent;  // its decimal logarithm
} Parameter;

typedef struct Faces_ {
  Choice choice[CHOICES];
  int nparameter;
  Parameter parameter[PARAMETERS_MAX];  // of the side that is edited
} Faces;

// Read what is installed and in force, and the parameters of the side that is edited. Panels show
// all of it and have to be made again.
void faces_read(Faces* f, const Sides* s);
const char* faces_in_force(const Faces* f, int choice, int side);
int faces_keywords(const FcParameter* about);  // number of keywords

// An item was edited: apply it to the side that is edited. 0, or -1 with fc_lastError; then the
// previous implementation or value stays in force. A choice has to be followed by faces_read.
int faces_choose(const Faces* f, const Sides* s, int choice);
int faces_set(Faces* f, const Sides* s, int parameter);

#endif  // VIEWER_FACES_H_
