// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>

#include "bench/bench.h"

double bench_ratio(const Bench* b, int i, int figure, int k) {
  const BenchResult* r = bench_result(b, i, k);
  if (figure == FIGURE_TIME)
    return r->ratio;
  return r->figure[figure] / bench_result(b, i, 0)->figure[figure];
}

int bench_mean(const Bench* b, int figure, int k, double* mean, double* worst) {
  double sum = 0;
  int n = 0;
  *worst = INFINITY;
  for (int i = 0; i < b->ncase; i++) {
    const double ratio = bench_ratio(b, i, figure, k);
    if (b->cases[i].family || !isfinite(ratio) || ratio <= 0)
      continue;
    sum += log(ratio);
    *worst = fmin(*worst, ratio);
    n++;
  }
  *mean = exp(sum / (n ? n : 1));
  return n;
}
