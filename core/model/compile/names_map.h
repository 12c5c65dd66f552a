// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_COMPILE_NAMES_MAP_H_
#define CORE_MODEL_COMPILE_NAMES_MAP_H_

// Enter named objects into one kind's table of 2n slots; a slot holds an id or -1, collisions go to
// the next free slot cyclically. adr[i]: offset of the name of object i in names; objects with an
// empty name are not entered.
void names_map_fill(int* map, const char* names, const int* adr, int n);

#endif  // CORE_MODEL_COMPILE_NAMES_MAP_H_
