// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The schema table against the recorded facts of MJCF: schema.tsv (every element and attribute) and
// attributes.tsv (type and default of documented attributes).

#define _POSIX_C_SOURCE 200809L

#include <ctype.h>

#include <fulcrum/schema.h>

#include "support.h"

// path of an element as schema.tsv writes it
static void element_path(int i, char path[256]) {
  int chain[16], n = 0;
  for (; i >= 0; i = fc_schemaParent(i))
    chain[n++] = i;
  path[0] = 0;
  while (n-- > 0) {
    const char* name = fc_schemaElement(chain[n])->name;
    int is_body = fc_schemaElement(chain[n])->depth == 1 && strcmp(name, "body") == 0;
    sprintf(path + strlen(path), "%s%s", path[0] ? "/" : "", is_body ? "(world)body" : name);
  }
}

static int by_name(const void* a, const void* b) {
  return strcmp(*(const char* const*)a, *(const char* const*)b);
}

// attributes of an element, sorted and separated by blanks
static void attribute_names(const FcSchemaElement* e, char text[4096]) {
  const char* names[64];
  text[0] = 0;
  for (int i = 0; i < e->nattribute; i++)
    names[i] = e->attribute[i].name;
  qsort(names, e->nattribute, sizeof names[0], by_name);
  for (int i = 0; i < e->nattribute; i++)
    sprintf(text + strlen(text), "%s%s", i ? " " : "", names[i]);
}

START_TEST(every_element_and_attribute_is_known) {
  char *facts = source_file("tests/data/mjcf/schema.tsv"), *save = NULL;
  int i = -1;
  for (char* line = strtok_r(facts, "\n", &save); line; line = strtok_r(NULL, "\n", &save), i++) {
    if (i < 0)
      continue;  // head line
    char path[256], names[4096], expected[5000];
    const FcSchemaElement* e = fc_schemaElement(i);
    ck_assert_msg(i < fc_schemaCount() && e, "missing: %s", line);
    element_path(i, path);
    attribute_names(e, names);
    snprintf(expected, sizeof expected, "%s\t%c\t%s", path, e->cardinality, names);
    ck_assert_str_eq(expected, line);
  }
  ck_assert_int_eq(i, fc_schemaCount());
  free(facts);
}
END_TEST

START_TEST(printed_schema_has_the_recorded_length) {
  char* text = calloc(1, 1 << 17);
  ck_assert_int_eq(mj_printSchema(NULL, text, 1 << 17, 0, 0), 27483);
  ck_assert_int_eq((int)strlen(text), 27483);
  ck_assert_ptr_nonnull(strstr(text, "   (world)body (R)            axisangle childclass euler "));
  ck_assert_int_eq(mj_printSchema(NULL, text, 1 << 17, 1, 0), 40306);
  ck_assert_int_eq(mj_printSchema(NULL, text, 1 << 17, 1, 1), 35721);
  free(text);
}
END_TEST

START_TEST(printed_schema_is_cut_to_the_buffer) {
  char text[20];
  memset(text, 'x', sizeof text);
  ck_assert_int_eq(mj_printSchema(NULL, text, 10, 0, 0), 27483);
  ck_assert_str_eq(text, "mujoco (!");
  ck_assert_int_eq(text[10], 'x');
}
END_TEST

// ---------------------------------------------------------------- types and defaults

// element that attributes.tsv means by a short path such as "actuator/general"
static int short_path(const char* path) {
  char full[256];
  if (strcmp(path, "(world)body") == 0)
    return fc_schemaFindPath("mujoco/body");
  snprintf(full, sizeof full, "mujoco/%s", path);
  int i = fc_schemaFindPath(full);
  static const char* const sections[] = {"asset",          "body",   "body/geom",
                                         "deformable",     "tendon", "body/flexcomp",
                                         "body/composite", "custom", "extension"};
  for (size_t k = 0; i < 0 && k < sizeof sections / sizeof sections[0]; k++) {
    snprintf(full, sizeof full, "mujoco/%s/%s", sections[k], path);
    i = fc_schemaFindPath(full);
  }
  return i;
}

// documented defaults that are not what 3.6.0 does, or that depend on the model
static int is_documented_wrongly(const char* path, const char* name) {
  static const char* const known[][2] = {{"option", "ccd_iterations"},
                                         {"tendon/spatial", "actuatorfrclimited"},
                                         {"equality/weld", "relpose"},
                                         {"body/composite", "initial"}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (strcmp(known[i][0], path) == 0 && strcmp(known[i][1], name) == 0)
      return 1;
  return 0;
}

// same numbers, or same words
static int same_value(const char* a, const char* b) {
  while (*a && *b) {
    char *enda, *endb;
    double x = strtod(a, &enda), y = strtod(b, &endb);
    if (enda == a || endb == b)
      return strcmp(a, b) == 0;
    if (x != y)
      return 0;
    a = enda + strspn(enda, ", ");
    b = endb + strspn(endb, ", ");
  }
  return *a == 0 && *b == 0;
}

// keywords of "[a, b, c]" are exactly those of the attribute
static int same_keywords(const FcSchemaAttribute* a, const char* list) {
  char words[256];
  snprintf(words, sizeof words, "%.*s", (int)strcspn(list + 1, "]"), list + 1);
  for (char *save = NULL, *w = strtok_r(words, ", ", &save); w; w = strtok_r(NULL, ", ", &save))
    if (fc_schemaKeyword(a->keywords, w) < 0)
      return 0;
  return 1;
}

START_TEST(types_keywords_and_defaults_are_as_documented) {
  char *facts = source_file("tests/data/mjcf/attributes.tsv"), *save = NULL;
  int compared = 0;
  for (char* line = strtok_r(facts, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    char path[128], name[64], type[256];
    if (sscanf(line, "%127[^\t]\t%63[^\t]\t%255[^\t]", path, name, type) != 3 ||
        !isalpha(type[0] | 32)) {
      if (sscanf(line, "%127[^\t]\t%63[^\t]\t%255[^\t]", path, name, type) != 3 || type[0] != '[')
        continue;
    }
    int i = short_path(path);
    const FcSchemaAttribute* a = i >= 0 ? fc_schemaFindAttribute(i, name) : NULL;
    if (!a)
      continue;  // older names and fragments of the document
    compared++;
    if (type[0] == '[' && a->keywords) {
      ck_assert_msg(same_keywords(a, type), "%s", line);
    } else if (strncmp(type, "string", 6) == 0) {
      ck_assert_msg(a->type == FC_FIELD_TEXT || a->type == FC_FIELD_NAMES ||
                        a->type == FC_FIELD_MEMORY || a->keywords,
                    "%s", line);
    }
    if (strstr(type, ", required") && !strstr(type, "required (") &&
        !strstr(type, "required for")) {
      int relaxed = strcmp(path, "contact/pair") == 0 || strcmp(path, "flexcomp/pin") == 0 ||
                    strcmp(path, "body/composite") == 0;
      ck_assert_msg(relaxed || fc_schemaRequired(a), "%s", line);
    }
    char* quote = strchr(type, '"');
    if (quote && a->fallback && !strstr(quote, "...") && !is_documented_wrongly(path, name)) {
      char value[128];
      snprintf(value, sizeof value, "%.*s", (int)strcspn(quote + 1, "\""), quote + 1);
      ck_assert_msg(same_value(a->fallback, value), "%s: table has %s", line, a->fallback);
    }
  }
  ck_assert_int_gt(compared, 500);
  free(facts);
}
END_TEST

// A section in which every attribute is given its built-in value changes nothing, so that it saves
// as the empty model.
START_TEST(built_in_values_change_nothing) {
  static const char* const sections[] = {"mujoco/option",           "mujoco/option/flag",
                                         "mujoco/visual/global",    "mujoco/visual/quality",
                                         "mujoco/visual/headlight", "mujoco/visual/map",
                                         "mujoco/visual/scale",     "mujoco/visual/rgba"};
  char* empty = saved("<mujoco/>");
  for (size_t k = 0; k < sizeof sections / sizeof sections[0]; k++) {
    int schema = fc_schemaFindPath(sections[k]);
    ck_assert_int_ge(schema, 0);
    const FcSchemaElement* e = fc_schemaElement(schema);
    const char* outer = fc_schemaElement(fc_schemaParent(schema))->name;
    for (int i = 0; i < e->nattribute; i++) {
      char xml[512], inner[300];
      if (e->attribute[i].fallback) {
        snprintf(inner, sizeof inner, "<%s %s=\"%s\"/>", e->name, e->attribute[i].name,
                 e->attribute[i].fallback);
        if (e->depth == 1)
          snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", inner);
        else
          snprintf(xml, sizeof xml, "<mujoco><%s>%s</%s></mujoco>", outer, inner, outer);
        char* text = saved(xml);
        ck_assert_msg(strcmp(text, empty) == 0, "%s saves as\n%s", xml, text);
        free(text);
      }
    }
  }
  free(empty);
}
END_TEST

START_TEST(built_in_class_values_change_nothing) {
  char* empty = saved("<mujoco/>");
  int section = fc_schemaFindPath("mujoco/default");
  for (int k = fc_schemaFirstChild(section); k >= 0; k = fc_schemaNextSibling(k)) {
    const FcSchemaElement* e = fc_schemaElement(k);
    for (int i = 0; i < e->nattribute; i++) {
      const FcSchemaAttribute* a = e->attribute + i;
      if (a->fallback && a->store != FC_STORE_NONE && e->record != FC_RECORD_ACTUATOR) {
        char xml[512];
        snprintf(xml, sizeof xml, "<mujoco><default><%s %s=\"%s\"/></default></mujoco>", e->name,
                 a->name, a->fallback);
        char* text = saved(xml);
        ck_assert_msg(strcmp(text, empty) == 0, "%s saves as\n%s", xml, text);
        free(text);
      }
    }
  }
  free(empty);
}
END_TEST

// ---------------------------------------------------------------- names

START_TEST(body_is_worldbody_at_the_top_only) {
  int body = fc_schemaFindPath("mujoco/worldbody");
  ck_assert_int_ge(body, 0);
  ck_assert_int_eq(fc_schemaFindChild(0, "worldbody"), body);
  ck_assert_int_lt(fc_schemaFindChild(0, "body"), 0);
  ck_assert_int_eq(fc_schemaFindChild(body, "body"), body);
  ck_assert_int_lt(fc_schemaFindChild(body, "worldbody"), 0);
  ck_assert_int_ge(fc_schemaFindChild(body, "frame"), fc_schemaCount());
}
END_TEST

START_TEST(near_spellings_are_found) {
  int geom = fc_schemaFindPath("mujoco/worldbody/geom");
  char places[256];
  ck_assert_str_eq(fc_schemaNearestAttribute(geom, "sise"), "size");
  ck_assert_str_eq(fc_schemaNearestAttribute(geom, "Mass"), "mass");
  ck_assert_str_eq(fc_schemaNearestAttribute(geom, "firction"), "friction");
  ck_assert_ptr_null(fc_schemaNearestAttribute(geom, "zzzzzzzz"));
  ck_assert_str_eq(fc_schemaNearestChild(0, "worldboby"), "worldbody");
  ck_assert_str_eq(fc_schemaWhereAttribute("fovy", places, sizeof places), "global, camera");
  ck_assert_str_eq(fc_schemaWhereElement("pair", places, sizeof places), "default, contact");
}
END_TEST

static void add(TCase* t) {
  tcase_add_test(t, every_element_and_attribute_is_known);
  tcase_add_test(t, printed_schema_has_the_recorded_length);
  tcase_add_test(t, printed_schema_is_cut_to_the_buffer);
  tcase_add_test(t, types_keywords_and_defaults_are_as_documented);
  tcase_add_test(t, built_in_values_change_nothing);
  tcase_add_test(t, built_in_class_values_change_nothing);
  tcase_add_test(t, body_is_worldbody_at_the_top_only);
  tcase_add_test(t, near_spellings_are_found);
}

int main(void) { return run_added("schema", add); }
