// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BENCH_REPORT_H_
#define BENCH_REPORT_H_

#include "bench/bench.h"

// Tables on standard output: times and ratios; instructions when they were counted; with `all` also
// load times, memory, and the stages of Fulcrum; families by their sizes; what went wrong.
void bench_print(const Bench* b, int all);

// Every figure: a line of names, then a line for each case and library, with tabs between them.
// Lines that begin with '#' say when, where and how it was measured.
void bench_write_tsv(FILE* file, const Bench* b);

// The same as a JSON document. 0, or EXIT_FAILED after a message.
int bench_write_json(FILE* file, const Bench* b);

// Bars: the ratio of every model for every reference; a line where both are equally fast.
void bench_draw_ratios(FILE* file, const Bench* b);

// Time over size of every family, both logarithmic, a line for every library.
void bench_draw_growth(FILE* file, const Bench* b);

#endif  // BENCH_REPORT_H_
