// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Figures for programs: TSV and JSON.

#include <math.h>

#include "bench/report.h"
#include "tools/common/json.h"

static void put_number(FILE* file, double value) {
  if (isfinite(value))
    fprintf(file, "\t%.6g", value);
  else
    fprintf(file, "\t-");
}

void bench_write_tsv(FILE* file, const Bench* b) {
  fprintf(file, "# date\t%s\n# processor\t%s\n# command\t%s\n# rounds\t%d of %g s\n", b->date,
          b->processor, b->command, b->rounds, b->seconds);
  fprintf(file, "case\twhat\tfamily\tsize\tlibrary\tratio");
  for (int f = 0; f < NFIGURE; f++)
    fprintf(file, "\t%s", figure_names[f]);
  fprintf(file, "\n");
  for (int i = 0; i < b->ncase; i++) {
    const BenchCase* c = b->cases + i;
    for (int k = 0; k < b->nlibrary; k++) {
      const BenchResult* r = bench_result(b, i, k);
      fprintf(file, "%s\t%s\t%s\t%d\t%s", c->name, c->what[0] ? c->what : "-",
              c->family ? c->family->name : "-", c->n, b->library[k].name);
      put_number(file, r->ratio);
      for (int f = 0; f < NFIGURE; f++)
        put_number(file, r->figure[f]);
      fprintf(file, "\n");
    }
  }
}

// ---------------------------------------------------------------- JSON

static void put_result(Json* json, const Bench* b, const BenchResult* r, int k) {
  cJSON* result = cJSON_CreateObject();
  json_add_text(json, result, "library", b->library[k].name);
  if (r->error[0])
    json_add_text(json, result, "error", r->error);
  json_add_real(json, result, "ratio", r->ratio);
  for (int f = 0; f < NFIGURE; f++)
    json_add_real(json, result, figure_names[f], r->figure[f]);
  cJSON* rounds = cJSON_CreateArray();
  for (int j = 0; j < b->rounds; j++)
    json_add_real(json, rounds, NULL, r->round[j]);
  json_add(json, result, "rounds", rounds);
  json_put(json, NULL, result);
}

static void put_libraries(Json* json, const Bench* b) {
  json_begin(json, "libraries", '[');
  for (int k = 0; k < b->nlibrary; k++) {
    double mean, worst;
    const int n = bench_mean(b, FIGURE_TIME, k, &mean, &worst);
    cJSON* library = cJSON_CreateObject();
    json_add_text(json, library, "name", b->library[k].name);
    json_add_text(json, library, "path", b->library[k].path);
    json_add_int(json, library, "models", n);
    json_add_real(json, library, "mean_ratio", n ? mean : NAN);
    json_add_real(json, library, "worst_ratio", n ? worst : NAN);
    json_put(json, NULL, library);
  }
  json_end(json);
}

int bench_write_json(FILE* file, const Bench* b) {
  Json json = {.file = file};
  json_begin(&json, NULL, '{');
  json_put(&json, "date", cJSON_CreateString(b->date));
  json_put(&json, "processor", cJSON_CreateString(b->processor));
  json_put(&json, "command", cJSON_CreateString(b->command));
  json_put(&json, "seconds", json_real(b->seconds));
  put_libraries(&json, b);
  json_begin(&json, "cases", '[');
  for (int i = 0; i < b->ncase; i++) {
    const BenchCase* c = b->cases + i;
    json_begin(&json, NULL, '{');
    json_put(&json, "case", cJSON_CreateString(c->name));
    if (c->what[0])
      json_put(&json, "what", cJSON_CreateString(c->what));
    if (c->family) {
      json_put(&json, "family", cJSON_CreateString(c->family->name));
      json_put(&json, "size", json_real(c->n));
    }
    json_put(&json, "steps", json_real(c->steps));
    json_begin(&json, "results", '[');
    for (int k = 0; k < b->nlibrary; k++)
      put_result(&json, b, bench_result(b, i, k), k);
    json_end(&json);
    json_end(&json);
  }
  json_end(&json);
  json_end(&json);
  return json_finish(&json);
}
