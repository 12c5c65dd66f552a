// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum build`: the code of one model as a shared object.

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/build/build.h"
#include "tools/build/toolchain.h"
#include "tools/modules/modules.h"
#include "tools/tool.h"

enum { OPTION_OUTPUT, OPTION_KEEP, OPTION_INCLUDE, OPTION_MODULES, OPTION_QUIET };

static const Option options[] = {
    {"output", 'o', "FILE.so", "the shared object; default: NAME.so, after the file of the model"},
    {"keep", 'k', "DIR", "write the C into this directory and leave it there"},
    {"include", 'I', "DIR", "where the headers of Fulcrum are (fulcrum/lanes)"},
    {"modules", 'm', "DIR[:DIR...]", "search these directories for modules first"},
    {"quiet", 'q', NULL, "print nothing but errors"},
    {NULL, 0, NULL, NULL},
};

static const Part* const parts[] = {&position_part, &velocity_part, &contact_part, &row_part,
                                    &force_part,    &solver_part,   &sensor_part,  &advance_part};
enum { NPART = sizeof parts / sizeof *parts };

// ---------------------------------------------------------------- the C

static int write_with(const char* directory, const char* name, const mjModel* m,
                      void (*write)(FILE* f, const mjModel* m)) {
  char path[PATH_LENGTH];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE* f = fc_openFile(path, 0);
  if (f)
    write(f, m);
  return f && !fc_commitFile(f) ? EXIT_OK : failure("%s", fc_lastError());
}

// all.c: the stages in order, one file each, and the two functions of the table.
static void write_all(FILE* f, const mjModel* m) {
  (void)m;
  fprintf(f,
          "// One step of the model. Every stage has a file.\n\n#include \"model.h\"\n\n"
          "static void forward(Sim* s);\n\n");
  for (int i = 0; i < NPART; i++)
    fprintf(f, "#include \"%s.c\"\n", parts[i]->name);
  fprintf(f, "\nstatic void forward(Sim* s) {\n  s->rows.n = s->rows.njac = 0;\n");
  for (int i = 0; i < NPART - 1; i++)
    fprintf(f, "  %s(s);\n", parts[i]->name);
  fprintf(f,
          "}\n\nstatic void step(Sim* s) {\n  s->refused = no_lane();\n  forward(s);\n"
          "  advance(s);\n}\n\n#include \"table.c\"\n");
}

static void write_module(FILE* f, const mjModel* m) {
  uint64_t print[2];
  fc_structure(m, print);
  fprintf(f,
          "// What the shared object exports.\n\n#include <fulcrum/compiled.h>\n\n"
          "extern const FcCompiledWidth fulcrum_one, fulcrum_wide;\n\n"
          "__attribute__((visibility(\"default\"))) const FcCompiled* fulcrum_compiled(void);\n"
          "const FcCompiled* fulcrum_compiled(void) {\n"
          "  static const FcCompiled code = {sizeof(FcCompiled),\n"
          "                                  FC_COMPILED_VERSION,\n"
          "                                  {0x%016llxull, 0x%016llxull},\n"
          "                                  \"soft\",\n"
          "                                  &fulcrum_one,\n"
          "                                  &fulcrum_wide};\n"
          "  return &code;\n}\n",
          (unsigned long long)print[0], (unsigned long long)print[1]);
}

static int write_code(const mjModel* m, const char* directory) {
  char name[64];
  if (write_with(directory, "model.h", m, write_model) ||
      write_with(directory, "table.c", m, write_table) ||
      write_with(directory, "all.c", m, write_all) ||
      write_with(directory, "module.c", m, write_module))
    return EXIT_FAILED;
  for (int i = 0; i < NPART; i++) {
    snprintf(name, sizeof name, "%s.c", parts[i]->name);
    if (write_with(directory, name, m, parts[i]->write))
      return EXIT_FAILED;
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- the command

static int check_covered(const mjModel* m, const char* path) {
  int status = EXIT_OK;
  for (int i = 0; i < NPART; i++) {
    const char* reason = parts[i]->uncovered ? parts[i]->uncovered(m) : NULL;
    if (reason)
      status =
          failure("%s cannot be built, it needs the general code: the model has %s", path, reason);
  }
  return status;
}

// What is left of a path when folders and the ending are dropped.
static void name_of(const char* path, char* name, size_t size) {
  const char* base = strrchr(path, '/');
  snprintf(name, size, "%s", base ? base + 1 : path);
  char* end = strrchr(name, '.');
  if (end && end > name)
    *end = 0;
}

static int build(const mjModel* m, const char* directory, const char* output, const char* include,
                 int quiet) {
  Compilation result;
  if (write_code(m, directory) || compile_code(directory, output, include, &result))
    return EXIT_FAILED;
  const char* sensor = uncovered_sensors(m);
  if (quiet)
    return EXIT_OK;
  printf("%s: %d simulations side by side, %.1f s to compile, %ld kB\n", output, result.lanes,
         result.seconds, result.bytes / 1024);
  if (sensor)
    printf("sensordata is not computed: the code lacks a sensor that the model has%s%s\n",
           *sensor ? ": " : "", sensor);
  return EXIT_OK;
}

static int run_build(const Command* command, const Arguments* arguments) {
  const char *output = NULL, *keep = NULL, *include = NULL, *modules = NULL;
  int quiet = 0;
  for (int i = 0; i < arguments->noption; i++) {
    const char* value = arguments->option[i].value;
    switch (arguments->option[i].option) {
      case OPTION_OUTPUT: output = value; break;
      case OPTION_KEEP: keep = value; break;
      case OPTION_INCLUDE: include = value; break;
      case OPTION_MODULES: modules = value; break;
      default: quiet = 1;
    }
  }
  const char* path = arguments->positional[0];
  char name[128], own_output[160], directory[] = "/tmp/fulcrum-build-XXXXXX";
  name_of(path, name, sizeof name);
  snprintf(own_output, sizeof own_output, "%s.so", name);
  output = output ? output : own_output;
  const size_t length = strlen(output);
  if (length < 4 || strcmp(output + length - 3, ".so") != 0)
    return misuse(command, "the shared object must end with .so, got %s", output);
  if (add_module_directories(modules))
    return EXIT_FAILED;
  mjModel* m = open_model(path);
  if (!m)
    return EXIT_FAILED;
  int status = check_covered(m, path);
  if (!status && keep && mkdir(keep, 0777) && errno != EEXIST)
    status = failure("%s cannot be made: %s", keep, strerror(errno));
  if (!status && !keep && !mkdtemp(directory))
    status = failure("%s cannot be made: %s", directory, strerror(errno));
  if (!status) {
    status = build(m, keep ? keep : directory, output, include, quiet);
    if (!keep)
      remove_code(directory);
  }
  mj_deleteModel(m);
  return status;
}

const Command build_command = {
    .name = "build",
    .arguments = "MODEL [options]",
    .summary = "turn a model into specialised code for batches",
    .notes =
        "The shared object steps models with the structure of this one: in `fulcrum rollout`, and "
        "in batches\n(fc_batchCompiled). Masses, sizes, frictions and all other real numbers may "
        "differ; they are inputs.\nThe C compiler is $CC, or cc.\n",
    .min_positional = 1,
    .max_positional = 1,
    .options = options,
    .run = run_build};
