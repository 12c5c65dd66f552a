// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// fulcrum problem: export the convex problem of one step of a simulation, and compare solvers on
// it.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>

#include "tools/problem/problem.h"
#include "tools/tool.h"

enum {
  OPT_TIME,
  OPT_KEYFRAME,
  OPT_COLD,
  OPT_OUTPUT,
  OPT_SOLVER,
  OPT_ITERATIONS,
  OPT_LIMIT,
  OPT_JSON,
  OPT_SVG,
  OPT_MODULES
};

static const Option options[] = {
    {"time", 't', "SECONDS", "export: simulate that long first (0)"},
    {"keyframe", 'k', "NAME", "export: begin in this keyframe, by name or number"},
    {"cold", 0, NULL, "export: start from the smooth acceleration, not from the step before"},
    {"output", 'o', "FILE", "export: the file, .json or .bin"},
    {"solver", 's', "A,B,C", "solve: the solvers (newton,cg,pgs)"},
    {"iterations", 0, "N", "solve: at most so many iterations, instead of those of the problem"},
    {"limit", 0, "X", "solve: a residual above X is a failure"},
    {"json", 0, NULL, "solve: print JSON"},
    {"svg", 0, "FILE", "solve: plot the residuals over the iterations"},
    {"modules", 'm', "DIR[:DIR...]", "search these directories for modules first"},
    {NULL, 0, NULL, NULL},
};

// ---------------------------------------------------------------- a solver that records

static Frozen* taken;
static int refused;  // the contacts of the problem have potentials

static int stored(const int* adr, const int* nnz, int n) { return n ? adr[n - 1] + nnz[n - 1] : 0; }

static void copy_contacts(Frozen* to, const FcProblem* p, const int* place, int ncontact) {
  for (int i = 0; i < ncontact; i++) {
    if (place[i] < 0)
      continue;
    to->dim[place[i]] = p->contact[i].dim;
    to->mu[place[i]] = p->contact[i].mu;
    memcpy(to->friction + 5 * place[i], p->contact[i].friction, 5 * sizeof(mjtNum));
  }
}

#define COPY(name, n) memcpy(to->name, p->name, (size_t)(n) * sizeof *to->name)
static void copy_arrays(Frozen* to, const FcProblem* p) {
  const int nv = p->nv, nefc = p->nefc;
  COPY(M_rownnz, nv);
  COPY(M_rowadr, nv);
  COPY(M_colind, to->nM);
  COPY(M, to->nM);
  COPY(LD, to->nM);
  COPY(LDiagInv, nv);
  COPY(qfrc_smooth, nv);
  COPY(qacc_smooth, nv);
  COPY(J, to->nJ);
  COPY(type, nefc);
  COPY(aref, nefc);
  COPY(D, nefc);
  COPY(R, nefc);
  COPY(frictionloss, nefc);
  COPY(qacc, nv);
  COPY(id, nefc);
  if (p->sparse) {
    COPY(J_rownnz, nefc);
    COPY(J_rowadr, nefc);
    COPY(J_rowsuper, nefc);
    COPY(J_colind, to->nJ);
  }
}

static int take(Frozen* to, const FcProblem* p, const mjData* d) {
  const int ncontact = d->ncon;
  int* place = malloc(((size_t)ncontact + 1) * sizeof *place);
  if (!place)
    return failure("out of memory for a problem of %d rows", p->nefc);
  *to = (Frozen){.nv = p->nv,
                 .nefc = p->nefc,
                 .ne = p->ne,
                 .nf = p->nf,
                 .sparse = p->sparse,
                 .elliptic = p->elliptic,
                 .iterations = p->iterations,
                 .ls_iterations = p->ls_iterations,
                 .nM = stored(p->M_rowadr, p->M_rownnz, p->nv),
                 .nJ = p->sparse ? stored(p->J_rowadr, p->J_rownnz, p->nefc) : p->nefc * p->nv,
                 .tolerance = p->tolerance,
                 .ls_tolerance = p->ls_tolerance,
                 .scale = p->scale,
                 .time = d->time};
  // contacts that rows refer to, in the order of their first rows
  for (int i = 0; i < ncontact; i++)
    place[i] = -1;
  for (int i = 0; i < p->nefc; i++)
    if (p->type[i] >= mjCNSTR_CONTACT_FRICTIONLESS && place[p->id[i]] < 0)
      place[p->id[i]] = to->ncon++;
  const int status = frozen_allocate(to);
  if (!status) {
    copy_arrays(to, p);
    copy_contacts(to, p, place, ncontact);
    for (int i = 0; i < p->nefc; i++)
      if (p->type[i] >= mjCNSTR_CONTACT_FRICTIONLESS)
        to->id[i] = place[p->id[i]];
  }
  free(place);
  return status;
}

// leaves the system without constraint forces, which are not used
static int solve(const FcContext* context, FcProblem* p) {
  refused = p->potentials;
  if (!refused && !taken->nefc && take(taken, p, context->d))
    return fc_fail("the problem cannot be copied");
  memset(p->force, 0, (size_t)p->nefc * sizeof *p->force);
  memset(p->state, 0, (size_t)p->nefc * sizeof *p->state);
  memset(p->qfrc_constraint, 0, (size_t)p->nv * sizeof *p->qfrc_constraint);
  memcpy(p->qacc, p->qacc_smooth, (size_t)p->nv * sizeof *p->qacc);
  return 0;
}

static const FcSolver table = {sizeof table, FC_SOLVER_POTENTIALS, solve};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_SOLVER, .name = "fulcrum.freeze", .table = &table}};
static const FcModule module = {.size = sizeof module,
                                .abi = FC_ABI,
                                .features = FC_FEATURES,
                                .nface = 1,
                                .layout = &fc_layout,
                                .name = "fulcrum.freeze",
                                .version = "1.0.0",
                                .licence = "Apache-2.0",
                                .faces = faces};

int frozen_capture(Frozen* p, const mjModel* m, mjData* d) {
  *p = (Frozen){0};
  taken = p;
  refused = 0;
  // a post-solver is not part of the problem, but may need the dual matrix
  if (fc_registerModule(&module, "the command") || fc_bind(m, d, FC_SOLVER, "fulcrum.freeze"))
    return failure("%s", fc_lastError());
  mj_forward(m, d);
  if (refused)
    return failure(
        "the contact model %s gives contacts potentials, and a problem with potentials is "
        "not complete in itself: it cannot be frozen",
        fc_bound(m, d, FC_CONTACT_MODEL));
  if (!p->nefc)
    return failure("at %g s no constraint is active: there is no problem to solve", d->time);
  return EXIT_OK;
}

// ---------------------------------------------------------------- export

static int export_model(const char* path, double time, const char* keyframe, int cold,
                        const char* output) {
  mjModel* m = open_model(path);
  mjData* d = m ? mj_makeData(m) : NULL;
  Frozen problem = {0};
  int status = d ? EXIT_OK : EXIT_FAILED;
  if (!status)
    status = begin_in_keyframe(m, d, path, keyframe);
  if (!status) {
    const double end = d->time + time - m->opt.timestep / 2;
    while (d->time < end)
      mj_step(m, d);
    m->opt.noslip_iterations = 0;
    if (cold)
      m->opt.disableflags |= mjDSBL_WARMSTART;
    status = frozen_capture(&problem, m, d) || frozen_write(&problem, output) ? EXIT_FAILED : 0;
  }
  if (!status)
    printf("%s: %d accelerations, %d rows, %d contacts, at %g s\n", output, problem.nv,
           problem.nefc, problem.ncon, problem.time);
  frozen_free(&problem);
  mj_deleteData(d);
  mj_deleteModel(m);
  return status;
}

// a frozen problem in the other format
static int export_problem(const char* path, const char* output) {
  Frozen problem;
  const int status = frozen_read(&problem, path) || frozen_write(&problem, output);
  frozen_free(&problem);
  return status ? EXIT_FAILED : EXIT_OK;
}

// ---------------------------------------------------------------- the command

typedef struct Call_ {
  double time;
  int cold;
  const char *keyframe, *output, *modules;
  SolveOptions solve;
} Call;

static int read_option(const Command* command, Call* c, int option, const char* value) {
  switch (option) {
    case OPT_TIME:
      return parse_real(value, &c->time) || c->time < 0
                 ? misuse(command, "--time must be a time in seconds; '%s' is not", value)
                 : EXIT_OK;
    case OPT_ITERATIONS:
      return parse_int(value, &c->solve.iterations) || c->solve.iterations < 1 ||
                     c->solve.iterations > 1000000
                 ? misuse(command, "--iterations must be between 1 and 1000000; '%s' is not", value)
                 : EXIT_OK;
    case OPT_LIMIT:
      return parse_real(value, &c->solve.limit) || c->solve.limit <= 0
                 ? misuse(command, "--limit must be a number above 0; '%s' is not", value)
                 : EXIT_OK;
    case OPT_KEYFRAME: c->keyframe = value; break;
    case OPT_COLD: c->cold = 1; break;
    case OPT_OUTPUT: c->output = value; break;
    case OPT_SOLVER: c->solve.solvers = value; break;
    case OPT_JSON: c->solve.json = 1; break;
    case OPT_SVG: c->solve.svg = value; break;
    default: c->modules = value; break;
  }
  return EXIT_OK;
}

static int run_problem(const Command* command, const Arguments* a) {
  Call c = {.solve = {.solvers = "newton,cg,pgs"}};
  const char* action = a->positional[0];
  for (int i = 0; i < a->noption; i++) {
    const int status = read_option(command, &c, a->option[i].option, a->option[i].value);
    if (status)
      return status;
  }
  const int exports = strcmp(action, "export") == 0;
  if (!exports && strcmp(action, "solve") != 0)
    return misuse(command, "'%s' is none of export, solve", action);
  for (int i = 0; i < a->noption; i++) {
    const int k = a->option[i].option;
    if (k != OPT_MODULES && (k <= OPT_OUTPUT) != exports)
      return misuse(command, "--%s belongs to '%s'", options[k].name, exports ? "solve" : "export");
  }
  if (exports && (a->npositional != 2 || !c.output))
    return misuse(command, "export needs one model and --output FILE");
  if (exports && !frozen_is_file(c.output))
    return misuse(command,
                  "--output is '%s', and the name of a frozen problem ends in .json or .bin",
                  c.output);
  if (!exports && c.solve.svg && a->npositional > 2)
    return misuse(command, "--svg shows one problem");
  if (add_module_directories(c.modules))
    return EXIT_FAILED;
  if (!exports)
    return solve_frozen(a->positional + 1, a->npositional - 1, &c.solve);
  if (frozen_is_file(a->positional[1])) {
    return c.time > 0 || c.keyframe || c.cold
               ? misuse(command, "--time, --keyframe and --cold do not belong to a frozen problem")
               : export_problem(a->positional[1], c.output);
  }
  return export_model(a->positional[1], c.time, c.keyframe, c.cold, c.output);
}

const Command problem_command = {
    .name = "problem",
    .arguments = "export MODEL -o FILE | solve FILE... [options]",
    .summary = "freeze the convex problem of a step, and compare solvers on it",
    .notes =
        "export  write the problem that a solver gets in the next evaluation: inertia, Jacobian, "
        "rows, cones, warm start, tolerances. FILE.json is for readers, FILE.bin is smaller; both "
        "keep every bit. A frozen problem in place of MODEL is written in the other format.\n"
        "solve   let solvers compete: the residual of the optimality conditions relative to the "
        "forces, the duality gap, iterations, time.\n"
        "Contact models with potentials are refused.",
    .min_positional = 2,
    .max_positional = ARGUMENTS_MAX,
    .options = options,
    .run = run_problem,
};
