// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Check boxes from the bits of mjOption, and back.

#include "viewer/panels/flags.h"

static void read_bits(int* flag, int n, int bits) {
  for (int i = 0; i < n; i++)
    flag[i] = bits >> i & 1;
}

static int bits_of(const int* flag, int n) {
  int bits = 0;
  for (int i = 0; i < n; i++)
    bits |= (flag[i] != 0) << i;
  return bits;
}

// option bits say which groups are disabled, check boxes which are enabled
void flags_read(Flags* f, const mjOption* opt) {
  read_bits(f->disable, mjNDISABLE, opt->disableflags);
  read_bits(f->enable, mjNENABLE, opt->enableflags);
  read_bits(f->actuator_group, mjNGROUP, ~opt->disableactuator);
}

void flags_write(const Flags* f, mjOption* opt) {
  const int shown = (1 << mjNGROUP) - 1;
  opt->disableflags = bits_of(f->disable, mjNDISABLE);
  opt->enableflags = bits_of(f->enable, mjNENABLE);
  opt->disableactuator =
      (opt->disableactuator & ~shown) | (~bits_of(f->actuator_group, mjNGROUP) & shown);
}
