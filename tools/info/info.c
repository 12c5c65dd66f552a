// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum info`: contents of a model, as text and as JSON.

#include <stdio.h>
#include <string.h>
#include <time.h>

#include <fulcrum/host.h>

#include "tools/common/model_json.h"
#include "tools/tool.h"

static const Option options[] = {
    {"json", 0, NULL, "print the whole model as JSON: sizes, options, names, every array"},
    {"modules", 'm', "DIR[:DIR...]", "search these directories for modules first"},
    {NULL, 0, NULL, NULL},
};

// ---------------------------------------------------------------- words

static const char* word(const char* const* words, int n, int value) {
  return value >= 0 && value < n ? words[value] : "other";
}
#define WORD(words, value) word(words, (int)(sizeof(words) / sizeof *(words)), value)

static const char* const joint_words[] = {"free", "ball", "slide", "hinge"};
static const char* const geom_words[] = {"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                         "cylinder", "box",    "mesh",   "sdf"};
static const char* const cone_words[] = {"pyramidal", "elliptic"};
static const char* const jacobian_words[] = {"dense", "sparse", "auto"};
static const char* const transmission_words[] = {"joint",  "jointinparent", "slidercrank",
                                                 "tendon", "site",          "body"};
static const char* const dynamics_words[] = {"none",        "integrator", "filter",
                                             "filterexact", "muscle",     "user"};

static const char* option_word(FcKind kind, int value) {
  const char* name = fc_optionName(kind, value);
  return name ? name : "unknown";
}

static const char* name_of(const mjModel* m, int type, int id, char* buffer, size_t size) {
  const char* name = id >= 0 ? mj_id2name(m, type, id) : NULL;
  if (name && name[0])
    return name;
  snprintf(buffer, size, "#%d", id);
  return buffer;
}

// ---------------------------------------------------------------- sizes

typedef struct Size_ {
  const char* name;
  mjtSize value;
} Size;

static int list_sizes(const mjModel* m, Size size[24]) {
  const Size all[] = {
      {"nq", m->nq},           {"nv", m->nv},
      {"nu", m->nu},           {"na", m->na},
      {"nbody", m->nbody},     {"njnt", m->njnt},
      {"ngeom", m->ngeom},     {"nsite", m->nsite},
      {"ncam", m->ncam},       {"nlight", m->nlight},
      {"ntendon", m->ntendon}, {"neq", m->neq},
      {"npair", m->npair},     {"nexclude", m->nexclude},
      {"nsensor", m->nsensor}, {"nsensordata", m->nsensordata},
      {"nkey", m->nkey},       {"nmocap", m->nmocap},
      {"nplugin", m->nplugin}, {"nM", m->nM},
  };
  const int n = (int)(sizeof all / sizeof *all);
  memcpy(size, all, sizeof all);
  return n;
}

// ---------------------------------------------------------------- modules

// Modules are opened when they are first needed, so after some steps the open modules are those
// that the model uses. At most 200 steps and one second.
static int simulate_a_little(const mjModel* m) {
  mjData* d = mj_makeData(m);
  if (!d)
    return failure("out of memory for the simulation");
  const clock_t end = clock() + CLOCKS_PER_SEC;
  for (int i = 0; i < 200 && clock() < end; i++)
    mj_step(m, d);
  mj_deleteData(d);
  return EXIT_OK;
}

// name of the next open module from module *k on, which advances; NULL at the end
static const char* open_module_name(int* k) {
  FcModuleInfo info = {.size = sizeof info};
  while (*k < fc_moduleCount())
    if (!fc_moduleInfo((*k)++, &info) && strcmp(info.status, "loaded") == 0)
      return info.name;
  return NULL;
}

// ---------------------------------------------------------------- text

static void print_options(const mjModel* m) {
  const mjOption* o = &m->opt;
  printf("\nOptions\n");
  printf("  timestep %g s, integrator %s, gravity %g %g %g\n", o->timestep,
         option_word(FC_INTEGRATOR, o->integrator), o->gravity[0], o->gravity[1], o->gravity[2]);
  printf("  solver %s, iterations %d, tolerance %g, cone %s, jacobian %s, impratio %g\n",
         option_word(FC_SOLVER, o->solver), o->iterations, o->tolerance, WORD(cone_words, o->cone),
         WORD(jacobian_words, o->jacobian), o->impratio);
}

static void print_bodies(const mjModel* m) {
  char a[32], b[32];
  printf("\nBodies (indented by their place in the tree)\n");
  for (int i = 1; i < m->nbody; i++) {
    int depth = 0;
    for (int p = m->body_parentid[i]; p > 0; p = m->body_parentid[p])
      depth++;
    printf("  %*s%s  %.4g kg", 2 * depth, "", name_of(m, mjOBJ_BODY, i, a, sizeof a),
           m->body_mass[i]);
    for (int j = m->body_jntadr[i]; j < m->body_jntadr[i] + m->body_jntnum[i]; j++) {
      printf("%s%s %s", j == m->body_jntadr[i] ? "; " : ", ", WORD(joint_words, m->jnt_type[j]),
             name_of(m, mjOBJ_JOINT, j, b, sizeof b));
      if (m->jnt_limited[j])
        printf(" [%.4g %.4g]", m->jnt_range[2 * j], m->jnt_range[2 * j + 1]);
    }
    printf("\n");
  }
}

static void print_geoms(const mjModel* m) {
  int count[9] = {0}, n = 0;
  for (int i = 0; i < m->ngeom; i++)
    if (m->geom_type[i] >= 0 && m->geom_type[i] < 9)
      count[m->geom_type[i]]++;
  printf("\nGeoms\n  ");
  for (int t = 0; t < 9; t++)
    if (count[t])
      printf("%s%d %s", n++ ? ", " : "", count[t], geom_words[t]);
  printf("\n");
}

static int transmission_object(int type) {
  switch (type) {
    case mjTRN_TENDON: return mjOBJ_TENDON;
    case mjTRN_SITE:
    case mjTRN_SLIDERCRANK: return mjOBJ_SITE;
    case mjTRN_BODY: return mjOBJ_BODY;
    default: return mjOBJ_JOINT;
  }
}

static void print_actuators(const mjModel* m) {
  char a[32], b[32];
  if (m->nu)
    printf("\nActuators\n");
  for (int i = 0; i < m->nu; i++) {
    const int type = m->actuator_trntype[i];
    printf("  %s  on %s %s", name_of(m, mjOBJ_ACTUATOR, i, a, sizeof a),
           WORD(transmission_words, type),
           name_of(m, transmission_object(type), m->actuator_trnid[2 * i], b, sizeof b));
    if (m->actuator_dyntype[i])
      printf(", activation %s", WORD(dynamics_words, m->actuator_dyntype[i]));
    if (m->actuator_ctrllimited[i])
      printf(", control [%.4g %.4g]", m->actuator_ctrlrange[2 * i],
             m->actuator_ctrlrange[2 * i + 1]);
    printf("\n");
  }
}

static void print_names(const mjModel* m, const char* title, int type, mjtSize n) {
  char a[32];
  int column = 0;
  if (!n)
    return;
  printf("\n%s\n ", title);
  for (int i = 0; i < n; i++) {
    const char* name = name_of(m, type, i, a, sizeof a);
    if (column && column + (int)strlen(name) > 90)
      column = printf("\n ") - 2;
    column += printf(" %s", name);
  }
  printf("\n");
}

static int print_info(const mjModel* m, const char* path) {
  Size size[24];
  const int n = list_sizes(m, size);
  double mass = 0;
  for (int i = 1; i < m->nbody; i++)
    mass += m->body_mass[i];
  printf("%s: model '%s', %.4g kg, %d degrees of freedom\n\nSizes\n ", path, m->names, mass,
         (int)m->nv);
  for (int i = 0; i < n; i++)
    printf(" %s %lld%s", size[i].name, (long long)size[i].value, i == 9 ? "\n " : "");
  printf("\n");
  print_options(m);
  print_bodies(m);
  print_geoms(m);
  print_names(m, "Tendons", mjOBJ_TENDON, m->ntendon);
  print_actuators(m);
  print_names(m, "Sensors", mjOBJ_SENSOR, m->nsensor);
  print_names(m, "Keyframes", mjOBJ_KEY, m->nkey);
  printf("\nModules that it uses\n ");
  int k = 0;
  for (const char* name; (name = open_module_name(&k));)
    printf(" %s", name);
  printf("\n");
  return EXIT_OK;
}

// ---------------------------------------------------------------- JSON

static void put_names(Json* json, const mjModel* m, const char* key, int type, mjtSize n) {
  char a[32];
  cJSON* names = cJSON_CreateArray();
  for (int i = 0; i < n; i++)
    json_add_text(json, names, NULL, name_of(m, type, i, a, sizeof a));
  json_put(json, key, names);
}

static void put_all_names(Json* json, const mjModel* m) {
  const struct {
    const char* key;
    int type;
    mjtSize n;
  } lists[] = {
      {"bodies", mjOBJ_BODY, m->nbody},         {"joints", mjOBJ_JOINT, m->njnt},
      {"geoms", mjOBJ_GEOM, m->ngeom},          {"sites", mjOBJ_SITE, m->nsite},
      {"cameras", mjOBJ_CAMERA, m->ncam},       {"lights", mjOBJ_LIGHT, m->nlight},
      {"flexes", mjOBJ_FLEX, m->nflex},         {"meshes", mjOBJ_MESH, m->nmesh},
      {"skins", mjOBJ_SKIN, m->nskin},          {"hfields", mjOBJ_HFIELD, m->nhfield},
      {"textures", mjOBJ_TEXTURE, m->ntex},     {"materials", mjOBJ_MATERIAL, m->nmat},
      {"pairs", mjOBJ_PAIR, m->npair},          {"excludes", mjOBJ_EXCLUDE, m->nexclude},
      {"equalities", mjOBJ_EQUALITY, m->neq},   {"tendons", mjOBJ_TENDON, m->ntendon},
      {"actuators", mjOBJ_ACTUATOR, m->nu},     {"sensors", mjOBJ_SENSOR, m->nsensor},
      {"numerics", mjOBJ_NUMERIC, m->nnumeric}, {"texts", mjOBJ_TEXT, m->ntext},
      {"tuples", mjOBJ_TUPLE, m->ntuple},       {"keyframes", mjOBJ_KEY, m->nkey},
      {"plugins", mjOBJ_PLUGIN, m->nplugin},
  };
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    put_names(json, m, lists[i].key, lists[i].type, lists[i].n);
}

static int print_json(const mjModel* m, const char* path) {
  static const char* const in_words[] = {"integrator", "solver", "cone", "jacobian", NULL};
  Json json = {.file = stdout};
  json_begin(&json, NULL, '{');
  json_put(&json, "file", cJSON_CreateString(path));
  json_put(&json, "model", cJSON_CreateString(m->names));
  json_put(&json, "sizes", json_sizes(&json, m));
  cJSON* option = json_options(&json, m, in_words);
  json_add_text(&json, option, "integrator", option_word(FC_INTEGRATOR, m->opt.integrator));
  json_add_text(&json, option, "solver", option_word(FC_SOLVER, m->opt.solver));
  json_add_text(&json, option, "cone", WORD(cone_words, m->opt.cone));
  json_add_text(&json, option, "jacobian", WORD(jacobian_words, m->opt.jacobian));
  json_put(&json, "options", option);
  json_put(&json, "statistic", json_statistic(&json, m));
  put_all_names(&json, m);
  int k = 0;
  cJSON* modules = cJSON_CreateArray();
  for (const char* name; (name = open_module_name(&k));)
    json_add_text(&json, modules, NULL, name);
  json_put(&json, "modules", modules);
  json_begin(&json, "arrays", '{');
  json_arrays(&json, m);
  json_end(&json);
  json_end(&json);
  return json_finish(&json);
}

// ---------------------------------------------------------------- the command

static int run_info(const Command* command, const Arguments* a) {
  (void)command;
  const char* modules = NULL;
  int json = 0;
  for (int i = 0; i < a->noption; i++) {
    if (a->option[i].option == 0)
      json = 1;
    if (a->option[i].option == 1)
      modules = a->option[i].value;
  }
  if (add_module_directories(modules))
    return EXIT_FAILED;
  mjModel* m = open_model(a->positional[0]);
  if (!m)
    return EXIT_FAILED;
  int status = simulate_a_little(m);
  if (!status)
    status = (json ? print_json : print_info)(m, a->positional[0]);
  mj_deleteModel(m);
  return status;
}

const Command info_command = {
    .name = "info",
    .arguments = "MODEL [options]",
    .summary = "show what is in a model",
    .notes = "The list of modules is found by a short simulation, at most 200 steps.",
    .min_positional = 1,
    .max_positional = 1,
    .options = options,
    .run = run_info,
};
