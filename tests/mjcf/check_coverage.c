// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every attribute of MJCF is used by the corpus with a value that is not its default, and taking it
// away from its document changes the compiled model. Exceptions are listed with a reason in
// coverage_exceptions.txt; a line there that is no longer needed is an error too.
//
// That the schema table holds all 172 elements and 1713 attributes is proved by check_schema.c.

#define _POSIX_C_SOURCE 200809L

#include "corpus.h"
#include "tests/support.h"

enum { ELEMENTS = 200, ATTRIBUTES = 64, SCHEMA_ELEMENTS = 172, SCHEMA_ATTRIBUTES = 1713 };

typedef unsigned char Marks[ELEMENTS][ATTRIBUTES];

static int attribute_index(int element, const FcSchemaAttribute* a) {
  return (int)(a - fc_schemaElement(element)->attribute);
}

// ---------------------------------------------------------------- exceptions

enum { NONE = 0, NOT_USED, WITHOUT_EFFECT };

// lines "path TAB reason TAB attributes"; the reason "inert" means used, but without effect
static void read_exceptions(Marks marks) {
  char *text = source_file("tests/data/mjcf/coverage_exceptions.txt"), *lines = NULL;
  for (char* line = strtok_r(text, "\n", &lines); line; line = strtok_r(NULL, "\n", &lines)) {
    if (line[0] == '#')
      continue;
    char *fields = NULL, *path = strtok_r(line, "\t", &fields);
    char *reason = strtok_r(NULL, "\t", &fields), *names = strtok_r(NULL, "\t", &fields);
    ck_assert_msg(names != NULL, "%s: path, reason, attributes expected", path);
    char known[256] = "";
    int element = -1;
    for (int i = 0; element < 0 && fc_schemaElement(i); i++) {
      element_path(i, known);
      if (strcmp(known, path) == 0)
        element = i;
    }
    ck_assert_msg(element >= 0, "no such element: %s", path);
    char* words = NULL;
    for (char* w = strtok_r(names, " ", &words); w; w = strtok_r(NULL, " ", &words)) {
      const FcSchemaAttribute* a = fc_schemaFindAttribute(element, w);
      ck_assert_msg(a != NULL, "no such attribute: %s %s", path, w);
      unsigned char* mark = &marks[element][attribute_index(element, a)];
      ck_assert_msg(*mark == NONE, "listed twice: %s %s", path, w);
      *mark = strcmp(reason, "inert") == 0 ? WITHOUT_EFFECT : NOT_USED;
    }
  }
  free(text);
}

// ---------------------------------------------------------------- values

// the value begins with something else than the built-in value
static int differs(const FcSchemaAttribute* a, const char* value) {
  const char* known = a->fallback;
  if (!known || strcmp(known, "!") == 0)
    return value[0] != 0;
  for (;;) {
    value += strspn(value, " \n");
    known += strspn(known, " ");
    if (!*value)
      return 0;
    char *value_end, *known_end;
    double x = strtod(value, &value_end), y = strtod(known, &known_end);
    if (value_end == value || known_end == known)
      return strcmp(value, known) != 0;
    if (x != y)
      return 1;
    value = value_end;
    known = known_end;
  }
}

static void mark_used(void* user, const char* text, const Occurrence* o) {
  (void)text;
  unsigned char(*used)[ATTRIBUTES] = user;
  if (differs(o->attribute, o->value))
    used[o->element][attribute_index(o->element, o->attribute)] = 1;
}

// marked is exactly what is not listed as `kind`; attributes listed as something else do not matter
static void expect_marks(Marks marks, Marks exceptions, int kind) {
  int wrong = 0;
  for (int i = 0; fc_schemaElement(i); i++) {
    const FcSchemaElement* e = fc_schemaElement(i);
    for (int k = 0; k < e->nattribute; k++) {
      int excepted = exceptions[i][k] == kind;
      if (marks[i][k] != excepted || (exceptions[i][k] && !excepted))
        continue;
      char path[256];
      element_path(i, path);
      printf("%s\t%s\t%s\n", path, excepted ? "needs no exception" : "missing",
             e->attribute[k].name);
      wrong++;
    }
  }
  fflush(stdout);
  ck_assert_msg(wrong == 0, "%d attributes are wrong, see above", wrong);
}

START_TEST(differs_compares_as_far_as_the_value_goes) {
  FcSchemaAttribute a = {.name = "x", .fallback = "1 0 0"};
  ck_assert(!differs(&a, "1"));
  ck_assert(!differs(&a, "1.0 0"));
  ck_assert(differs(&a, "1 0 2"));
  ck_assert(differs(&a, "2"));
  a.fallback = "auto";
  ck_assert(!differs(&a, "auto"));
  ck_assert(differs(&a, "false"));
  a.fallback = NULL;
  ck_assert(differs(&a, "0"));
  ck_assert(!differs(&a, ""));
}
END_TEST

// the corpus and the document that is not recorded
static const char* document(int i) { return i < CORPUS ? corpus[i] : unrecorded; }

START_TEST(every_attribute_has_a_value_that_is_not_its_default) {
  static Marks used, exceptions;
  read_exceptions(exceptions);
  for (int i = 0; i <= CORPUS; i++) {
    char* text = corpus_text(document(i));
    visit_attributes(text, mark_used, used);
    free(text);
  }
  expect_marks(used, exceptions, NOT_USED);

  // the count that the corpus stands for
  int total = 0;
  ck_assert_int_eq(fc_schemaCount(), SCHEMA_ELEMENTS);
  for (int i = 0; i < fc_schemaCount(); i++)
    total += fc_schemaElement(i)->nattribute;
  ck_assert_int_eq(total, SCHEMA_ATTRIBUTES);
}
END_TEST

// ---------------------------------------------------------------- effects

typedef struct Mutation {
  unsigned char (*effective)[ATTRIBUTES];
  mjVFS vfs;
  void* original;
  int size;
} Mutation;

// a compiled model as bytes, or NULL; from malloc
static void* compiled_bytes(const char* text, mjVFS* vfs, int* size) {
  char error[ERROR_SIZE];
  mj_deleteFileVFS(vfs, "mutant.xml");
  ck_assert_int_eq(mj_addBufferVFS(vfs, "mutant.xml", text, (int)strlen(text)), 0);
  mjModel* m = mj_loadXML("mutant.xml", vfs, error, sizeof error);
  if (!m)
    return NULL;
  *size = (int)mj_sizeModel(m);
  void* bytes = calloc(1, (size_t)*size);
  mj_saveModel(m, NULL, bytes, *size);
  mj_deleteModel(m);
  return bytes;
}

static void try_without(void* user, const char* text, const Occurrence* o) {
  Mutation* mutation = user;
  unsigned char* effective =
      &mutation->effective[o->element][attribute_index(o->element, o->attribute)];
  if (*effective)
    return;
  char* mutant = strdup(text);
  memset(mutant + o->begin, ' ', o->end - o->begin);
  int size = 0;
  void* bytes = compiled_bytes(mutant, &mutation->vfs, &size);
  *effective =
      !bytes || size != mutation->size || memcmp(bytes, mutation->original, (size_t)size) != 0;
  free(bytes);
  free(mutant);
}

static void add_part(mjVFS* vfs, const char* file) {
  char path[256];
  snprintf(path, sizeof path, "tests/data/mjcf/corpus/%s", file);
  char* text = source_file(path);
  ck_assert_int_eq(mj_addBufferVFS(vfs, file, text, (int)strlen(text)), 0);
  free(text);
}

START_TEST(every_attribute_changes_the_model) {
  static Marks effective, exceptions;
  read_exceptions(exceptions);
  Mutation mutation = {.effective = effective};
  mj_defaultVFS(&mutation.vfs);
  add_part(&mutation.vfs, "attach_child.xml");
  add_part(&mutation.vfs, "attach_flex_child.xml");
  add_part(&mutation.vfs, "attach_names_child.xml");
  add_part(&mutation.vfs, "include_defaults.part");
  add_part(&mutation.vfs, "include_link.part");
  add_corpus_assets(&mutation.vfs);
  for (int i = 0; i <= CORPUS; i++) {
    const char* name = document(i);
    char* text = corpus_text(name);
    mutation.original = compiled_bytes(text, &mutation.vfs, &mutation.size);
    ck_assert_msg(mutation.original != NULL, "%s does not compile", name);

    // compilation is deterministic to the last byte, so that any difference is an effect
    int size = 0;
    void* again = compiled_bytes(text, &mutation.vfs, &size);
    ck_assert_msg(size == mutation.size && memcmp(again, mutation.original, (size_t)size) == 0,
                  "%s compiles to two different models", name);
    free(again);
    visit_attributes(text, try_without, &mutation);
    free(mutation.original);
    free(text);
  }
  mj_deleteVFS(&mutation.vfs);
  expect_marks(effective, exceptions, WITHOUT_EFFECT);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("coverage");
  TCase* t = tcase_create("all");
  tcase_set_timeout(t, 600);
  tcase_add_test(t, differs_compares_as_far_as_the_value_goes);
  tcase_add_test(t, every_attribute_has_a_value_that_is_not_its_default);
  tcase_add_test(t, every_attribute_changes_the_model);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
