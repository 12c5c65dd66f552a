// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Solvers on frozen problems. There is no simulation: a model with only the same number of degrees
// of freedom stands in, and its data provides the stack.
//
// The residual is that of `fulcrum modules check` (tools/check/solver.c): with the forces f(r) that
// the constraint law assigns to r = J a - aref,
//
//   |M a - qfrc_smooth - J' f(r)| / (|qfrc_smooth| + |J' f(r)|)
//
// The duality gap P(a) + Q(f), for the forces that the solver returned, is relative to |P| + |Q|
// and is 0 only at the solution.

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/common/json.h"
#include "tools/problem/problem.h"
#include "tools/tool.h"

#define SOLVER_MAX 16
#define POINT_MAX 48  // of a curve

// ---------------------------------------------------------------- solvers

typedef struct Named_ {
  char name[100];
  const FcFace* face;
} Named;

static const FcFace* solver_named(const char* name) {
  for (int i = 0; i < fc_moduleCount(); i++) {
    FcModuleInfo info = {.size = sizeof info};
    FcFaceInfo face = {.size = sizeof face};
    for (int k = 0; !fc_moduleInfo(i, &info) && !info.refused && !fc_faceInfo(i, k, &face); k++) {
      if (face.kind != FC_SOLVER || !face.selected || strcmp(face.name, name) != 0)
        continue;
      const FcModule* module = fc_openModule(info.name);
      return module ? module->faces + k : NULL;
    }
  }
  fc_fail("there is no solver \"%s\"; `fulcrum modules` lists those that are installed", name);
  return NULL;
}

static int read_solvers(const char* text, Named* solver, int* n) {
  *n = 0;
  while (*text) {
    const int length = (int)strcspn(text, ",");
    if (*n == SOLVER_MAX || !length || length >= (int)sizeof solver->name)
      return failure("--solver takes at most %d names, separated by commas", SOLVER_MAX);
    Named* s = solver + (*n)++;
    snprintf(s->name, sizeof s->name, "%.*s", length, text);
    if (!(s->face = solver_named(s->name)))
      return failure("%s", fc_lastError());
    text += length + (text[length] == ',');
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- the problem as solvers get it

typedef struct Stand_ {
  mjModel* m;
  mjData* d;
  const Frozen* frozen;
  FcProblem start;  // the input of every solver; outputs belong to the stand
  mjContact* contact;
  mjtNum *b, *qacc, *jar, *force, *qfrc, *AR, *work;
  int *state, *AR_rownnz, *AR_rowadr, *AR_colind;
  mjSolverStat* stat;
} Stand;

static mjModel* carrier(int nv) {
  char error[300];
  mjSpec* spec = mj_makeSpec();
  spec->memory = 1 << 28;
  for (int i = 0; i < nv; i++) {
    mjsBody* body = mjs_addBody(mjs_findBody(spec, "world"), NULL);
    mjsJoint* joint = mjs_addJoint(body, NULL);
    joint->type = mjJNT_SLIDE;
    mjsGeom* geom = mjs_addGeom(body, NULL);
    geom->size[0] = 0.1;
    geom->contype = geom->conaffinity = 0;
  }
  mjModel* m = mj_compile(spec, NULL);
  snprintf(error, sizeof error, "%s", m ? "" : mjs_getError(spec));
  mj_deleteSpec(spec);
  if (!m)
    failure("%s", error);
  return m;
}

static void free_stand(Stand* s) {
  fc_detachProblem(&s->start);
  mj_deleteData(s->d);
  mj_deleteModel(s->m);
  free(s->contact);
  free(s->work);
  free(s->state);
  free(s->AR);
  free(s->AR_colind);
  free(s->stat);
}

// J M^-1 J' + diag(R), column by column; sparse: its entries that are not zero
static void make_dual(Stand* s) {
  FcProblem* p = &s->start;
  const int n = p->nefc;
  mjtNum *unit = s->work, *x = s->qfrc;
  int stored = 0;
  for (int i = 0; i < n; i++) {
    mjtNum* row = s->AR + (size_t)i * (size_t)n;
    memset(unit, 0, (size_t)n * sizeof *unit);
    unit[i] = 1;
    fc_problemMulJT(p, x, unit);
    fc_problemSolveM(p, x, x);
    fc_problemMulJ(p, row, x);
    row[i] += p->R[i];
  }
  // exactly symmetric
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      s->AR[(size_t)i * (size_t)n + (size_t)k] = s->AR[(size_t)k * (size_t)n + (size_t)i];
  for (int i = 0; p->sparse && i < n; i++) {
    s->AR_rowadr[i] = stored;
    for (int k = 0; k < n; k++) {
      const mjtNum value = s->AR[(size_t)i * (size_t)n + (size_t)k];
      if (value != 0 || i == k) {
        s->AR[stored] = value;
        s->AR_colind[stored++] = k;
      }
    }
    s->AR_rownnz[i] = stored - s->AR_rowadr[i];
  }
}

// memory for everything that the solver and the measures write
static int allocate(Stand* s, const Frozen* f) {
  const size_t nv = (size_t)f->nv, nefc = (size_t)f->nefc;
  *s = (Stand){.frozen = f, .m = carrier(f->nv)};
  s->d = s->m ? mj_makeData(s->m) : NULL;
  s->contact = calloc((size_t)f->ncon + 1, sizeof *s->contact);
  s->work = calloc(5 * nefc + 3 * nv, sizeof *s->work);
  s->state = calloc(3 * nefc, sizeof *s->state);
  s->AR = calloc(nefc * nefc, sizeof *s->AR);
  s->AR_colind = calloc(nefc * nefc, sizeof *s->AR_colind);
  s->stat = calloc(1, sizeof *s->stat);
  if (!s->d || !s->contact || !s->work || !s->state || !s->AR || !s->AR_colind || !s->stat)
    return failure("out of memory for a problem of %d rows", f->nefc);
  s->b = s->work + 2 * nefc;
  s->jar = s->b + nefc;
  s->force = s->jar + nefc;
  s->qacc = s->force + nefc;
  s->qfrc = s->qacc + nv;
  s->AR_rownnz = s->state + nefc;
  s->AR_rowadr = s->AR_rownnz + nefc;
  return EXIT_OK;
}

static void make_contacts(Stand* s, const Frozen* f) {
  for (int i = 0; i < f->ncon; i++) {
    s->contact[i].dim = f->dim[i];
    s->contact[i].mu = f->mu[i];
    memcpy(s->contact[i].friction, f->friction + 5 * i, 5 * sizeof(mjtNum));
  }
  for (int i = f->nefc - 1; i >= 0; i--)
    if (f->type[i] >= mjCNSTR_CONTACT_FRICTIONLESS)
      s->contact[f->id[i]].efc_address = i;
}

static void make_problem(Stand* s, const Frozen* f) {
  s->start = (FcProblem){.size = sizeof(FcProblem),
                         .nv = f->nv,
                         .nefc = f->nefc,
                         .ne = f->ne,
                         .nf = f->nf,
                         .island = -1,
                         .sparse = f->sparse,
                         .elliptic = f->elliptic,
                         .M_rownnz = f->M_rownnz,
                         .M_rowadr = f->M_rowadr,
                         .M_colind = f->M_colind,
                         .M = f->M,
                         .LD = f->LD,
                         .LDiagInv = f->LDiagInv,
                         .qfrc_smooth = f->qfrc_smooth,
                         .qacc_smooth = f->qacc_smooth,
                         .J_rownnz = f->sparse ? f->J_rownnz : NULL,
                         .J_rowadr = f->sparse ? f->J_rowadr : NULL,
                         .J_rowsuper = f->sparse ? f->J_rowsuper : NULL,
                         .J_colind = f->sparse ? f->J_colind : NULL,
                         .J = f->J,
                         .type = f->type,
                         .id = f->id,
                         .aref = f->aref,
                         .D = f->D,
                         .R = f->R,
                         .frictionloss = f->frictionloss,
                         .b = s->b,
                         .contact = s->contact,
                         .qacc = s->qacc,
                         .jar = s->jar,
                         .force = s->force,
                         .state = s->state,
                         .qfrc_constraint = s->qfrc,
                         .tolerance = f->tolerance,
                         .ls_tolerance = f->ls_tolerance,
                         .iterations = f->iterations,
                         .ls_iterations = f->ls_iterations,
                         .scale = f->scale,
                         .stat = s->stat,
                         .nstat = 1};
}

static int make_stand(Stand* s, const Frozen* f) {
  const int status = allocate(s, f);
  if (status != EXIT_OK)
    return status;
  make_contacts(s, f);
  make_problem(s, f);
  if (fc_attachProblem(&s->start, s->m, s->d))
    return failure("%s", fc_lastError());
  fc_problemMulJ(&s->start, s->b, f->qacc_smooth);
  for (int i = 0; i < f->nefc; i++)
    s->b[i] -= f->aref[i];
  make_dual(s);
  return EXIT_OK;
}

// Q(f) = 1/2 f' AR f + f' b
static double dual_cost(Stand* s, const mjtNum* f) {
  FcProblem* p = &s->start;
  mjtNum *v = s->work + 5 * p->nefc + 2 * p->nv, sum = 0;
  fc_problemMulJT(p, v, f);
  mj_markStack(s->d);
  mjtNum* x = fc_problemAlloc(p, (size_t)p->nv);
  fc_problemSolveM(p, x, v);
  for (int i = 0; i < p->nv; i++)
    sum += 0.5 * v[i] * x[i];
  for (int i = 0; i < p->nefc; i++)
    sum += f[i] * (0.5 * p->R[i] * f[i] + s->b[i]);
  mj_freeStack(s->d);
  return sum;
}

// ---------------------------------------------------------------- one solver

typedef struct Result_ {
  double residual, gap, seconds;
  int iterations, failed;
  int npoint, at[POINT_MAX];
  double curve[POINT_MAX];
} Result;

static double seconds_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void residual_at(const FcProblem* p, const mjtNum* a, mjtNum* r) {
  fc_problemMulJ(p, r, a);
  for (int i = 0; i < p->nefc; i++)
    r[i] -= p->aref[i];
}

// from the warm start, at most so many iterations: residual, gap, time
static int run_solver(Stand* s, const Named* solver, int iterations, Result* result) {
  const FcSolver* table = solver->face->table;
  const Frozen* f = s->frozen;
  FcProblem p = s->start;
  const size_t nv = (size_t)p.nv, nmemory = solver->face->memory ? solver->face->memory(s->m) : 0;
  FcContext context = {
      .size = sizeof context, .m = s->m, .d = s->d, .memory = calloc(nmemory + 1, 1)};
  int n;
  if (solver->face->nparameter)
    context.param = fc_parameter(s->m, solver->name, solver->face->parameters->key, &n);
  memcpy(s->qacc, f->qacc, nv * sizeof(mjtNum));
  residual_at(&p, s->qacc, s->jar);
  fc_problemUpdate(&p, s->jar, 0);
  p.iterations = iterations;
  if (table->flags & FC_SOLVER_DUAL) {
    p.AR = s->AR;
    p.AR_rownnz = p.sparse ? s->AR_rownnz : NULL;
    p.AR_rowadr = p.sparse ? s->AR_rowadr : NULL;
    p.AR_colind = p.sparse ? s->AR_colind : NULL;
    // forces that are worse than zero are not a warm start
    if (dual_cost(s, s->force) > 0) {
      memset(s->force, 0, (size_t)p.nefc * sizeof(mjtNum));
      memset(s->qfrc, 0, nv * sizeof(mjtNum));
    }
  }
  mj_markStack(s->d);
  const double start = seconds_now();
  result->failed = table->solve(&context, &p) < 0;
  result->seconds = seconds_now() - start;
  mj_freeStack(s->d);
  free(context.memory);
  result->iterations = p.niter;
  if (result->failed)
    return failure("solver %s: %s", solver->name, fc_lastError());

  // P and residual at the acceleration, Q at the forces of the solver
  const double dual = dual_cost(s, s->force);
  mjtNum *g = s->work + 5 * p.nefc + 2 * p.nv, cost = 0;
  residual_at(&p, s->qacc, s->jar);
  double primal = fc_problemUpdate(&p, s->jar, 0);
  fc_problemMulM(&p, g, s->qacc);
  for (int i = 0; i < p.nv; i++) {
    cost += 0.5 * (g[i] - p.qfrc_smooth[i]) * (s->qacc[i] - p.qacc_smooth[i]);
    g[i] -= p.qfrc_smooth[i] + s->qfrc[i];
  }
  primal += cost;
  result->residual =
      mju_norm(g, p.nv) / (mju_norm(p.qfrc_smooth, p.nv) + mju_norm(s->qfrc, p.nv) + 1e-10);
  result->gap = (primal + dual) / (fabs(primal) + fabs(dual) + 1e-300);
  return EXIT_OK;
}

// the best time of some runs, and the residual after 0, 1, 2, 3, 4, 6, 8, ... iterations
static int measure(Stand* s, const Named* solver, int iterations, int curve, Result* result) {
  if (run_solver(s, solver, iterations, result))
    return EXIT_FAILED;
  for (int i = 0; i < 4; i++) {
    Result again;
    run_solver(s, solver, iterations, &again);
    result->seconds = fmin(result->seconds, again.seconds);
  }
  result->npoint = 0;
  for (int k = 0; curve && result->npoint < POINT_MAX; k += k < 4 ? 1 : k / 2) {
    Result part;
    const int last = k >= result->iterations;
    k = last ? result->iterations : k;
    if (run_solver(s, solver, k, &part))
      return EXIT_FAILED;
    result->at[result->npoint] = k;
    result->curve[result->npoint++] = part.residual;
    if (last)
      break;
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- output

static const char* const colours[] = {"#1b6ca8", "#c0392b", "#2e8b57",
                                      "#8e44ad", "#d08a00", "#444444"};

static double place_x(int k, int most) { return 70 + 500 * log(1.0 + k) / log(1.0 + most); }
static double place_y(double r) { return 20 - 300 * fmax(log10(fmax(r, 1e-16)), -16) / 16 + 20; }

static int write_svg(const char* path, const char* title, const Named* solver, const Result* result,
                     int n) {
  FILE* file = fc_openFile(path, 0);
  if (!file)
    return failure("%s", fc_lastError());
  int most = 1;
  for (int i = 0; i < n; i++)
    most = result[i].iterations > most ? result[i].iterations : most;
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"390\" "
          "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"720\" height=\"390\" "
          "fill=\"white\"/>\n<text x=\"70\" y=\"20\">residual over iterations: ");
  for (const char* c = title; *c; c++)
    if (*c == '<' || *c == '&')
      fputs(*c == '<' ? "&lt;" : "&amp;", file);
    else
      fputc(*c, file);
  fputs("</text>\n", file);
  for (int e = 0; e >= -16; e -= 4)
    fprintf(file,
            "<line x1=\"70\" x2=\"570\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"60\" "
            "y=\"%.1f\" text-anchor=\"end\">1e%d</text>\n",
            place_y(pow(10, e)), place_y(pow(10, e)), place_y(pow(10, e)) + 4, e);
  for (int k = 0, last = -1; k <= most; k = k ? 2 * k : 1) {
    if (last < 0 || place_x(k, most) - place_x(last, most) > 30) {
      fprintf(file, "<text x=\"%.1f\" y=\"362\" text-anchor=\"middle\">%d</text>\n",
              place_x(k, most), k);
      last = k;
    }
  }
  for (int i = 0; i < n; i++) {
    const char* colour = colours[i % 6];
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" points=\"", colour);
    for (int k = 0; k < result[i].npoint; k++)
      fprintf(file, "%.1f,%.1f ", place_x(result[i].at[k], most), place_y(result[i].curve[k]));
    fprintf(file, "\"/>\n<text x=\"585\" y=\"%d\" fill=\"%s\">%s</text>\n", 50 + 18 * i, colour,
            solver[i].name);
  }
  fputs("</svg>\n", file);
  return fc_commitFile(file) ? failure("%s", fc_lastError()) : EXIT_OK;
}

static void print_json(Json* json, const char* path, const Frozen* f, const Named* solver,
                       const Result* result, int n) {
  for (int i = 0; i < n; i++) {
    cJSON* object = cJSON_CreateObject();
    json_add_text(json, object, "problem", path);
    json_add_int(json, object, "nv", f->nv);
    json_add_int(json, object, "nefc", f->nefc);
    json_add_text(json, object, "solver", solver[i].name);
    json_add_real(json, object, "residual", result[i].residual);
    json_add_real(json, object, "gap", result[i].gap);
    json_add_int(json, object, "iterations", result[i].iterations);
    json_add_real(json, object, "seconds", result[i].seconds);
    cJSON *at = cJSON_CreateArray(), *curve = cJSON_CreateArray();
    for (int k = 0; k < result[i].npoint; k++) {
      json_add_int(json, at, NULL, result[i].at[k]);
      json_add_real(json, curve, NULL, result[i].curve[k]);
    }
    json_add(json, object, "curve_iterations", at);
    json_add(json, object, "curve_residual", curve);
    json_put(json, NULL, object);
  }
}

static void print_table(const char* path, const Frozen* f, const Named* solver,
                        const Result* result, int n) {
  printf("%s: %d accelerations, %d rows (%d bilateral, %d with friction loss), %d contacts, %s\n",
         path, f->nv, f->nefc, f->ne, f->nf, f->ncon, f->elliptic ? "elliptic" : "pyramidal");
  printf("  %-16s %10s %10s %11s %10s\n", "solver", "residual", "gap", "iterations", "us");
  for (int i = 0; i < n; i++)
    printf("  %-16s %10.2g %10.2g %11d %10.1f\n", solver[i].name, result[i].residual, result[i].gap,
           result[i].iterations, 1e6 * result[i].seconds);
}

static int solve_file(const char* path, const Named* solver, int n, const SolveOptions* options,
                      Json* json) {
  Frozen frozen;
  Stand stand = {0};
  Result result[SOLVER_MAX];
  int status = frozen_read(&frozen, path) || make_stand(&stand, &frozen) ? EXIT_FAILED : EXIT_OK;
  const int most = options->iterations ? (int)options->iterations : frozen.iterations;
  for (int i = 0; !status && i < n; i++)
    status = measure(&stand, solver + i, most, options->svg || options->json, result + i);
  if (!status && options->json)
    print_json(json, path, &frozen, solver, result, n);
  if (!status && !options->json)
    print_table(path, &frozen, solver, result, n);
  if (!status && options->svg)
    status = write_svg(options->svg, path, solver, result, n);
  for (int i = 0; !status && i < n && options->limit > 0; i++) {
    if (!(result[i].residual <= options->limit))
      status = failure("%s: %s ends with the residual %.2g, above %g", path, solver[i].name,
                       result[i].residual, options->limit);
  }
  free_stand(&stand);
  frozen_free(&frozen);
  return status;
}

int solve_frozen(const char* const* file, int n, const SolveOptions* options) {
  Named solver[SOLVER_MAX];
  int nsolver, status = read_solvers(options->solvers, solver, &nsolver);
  Json json = {.file = stdout};
  if (status)
    return status;
  if (options->json)
    json_begin(&json, NULL, '[');
  for (int i = 0; i < n; i++)
    if (solve_file(file[i], solver, nsolver, options, &json))
      status = EXIT_FAILED;
  if (options->json) {
    json_end(&json);
    putchar('\n');
    status = json_finish(&json) ? EXIT_FAILED : status;
  }
  return status;
}
