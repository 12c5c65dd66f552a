// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the faces of sensor types say of themselves, against the schema of MJCF and the numbers of
// MuJoCo: the schema lists the elements a second time, so that reader, completion and documentation
// know them without opening a module, and the two must not drift apart.

#include <fulcrum/host.h>
#include <fulcrum/schema.h>
#include <fulcrum/sensor.h>

#include "tests/support.h"

enum { MAX_ATTRIBUTE = 40 };

//------------------------------ attributes --------------------------------------------------------

// what a description implies: names of attributes, and which of them an element must have
typedef struct Implied_ {
  const char* name[MAX_ATTRIBUTE];
  int required[MAX_ATTRIBUTE];
  int n;
} Implied;

static void imply(Implied* list, const char* name, int required) {
  ck_assert_int_lt(list->n, MAX_ATTRIBUTE);
  list->name[list->n] = name;
  list->required[list->n++] = required;
}

static void imply_object(Implied* list, const FcSensorObject* object, const char* type,
                         const char* name) {
  const int alone = object->choices && !object->choices[1].attribute;
  for (const FcObjectChoice* c = object->choices; c && c->attribute; c++)
    imply(list, c->attribute, object->naming == FC_NAMED_ONE && alone);
  if (object->naming == FC_NAMED_TYPED || object->naming == FC_NAMED_TYPED_OR_NOT) {
    imply(list, type, object->naming == FC_NAMED_TYPED);
    imply(list, name, object->naming == FC_NAMED_TYPED);
  }
}

static Implied attributes_of(const FcFace* face, const FcSensor* table) {
  static const char* const common[] = {"name", "nsample", "interp", "delay", "interval", "user"};
  Implied list = {.n = 0};
  imply_object(&list, &table->object, "objtype", "objname");
  imply_object(&list, &table->reference, "reftype", "refname");
  for (int k = 0; k < face->nparameter; k++)
    imply(&list, face->parameters[k].key, 0);
  for (size_t i = 0; i < sizeof common / sizeof *common; i++)
    imply(&list, common[i], 0);
  if (table->cutoff != FC_CUTOFF_UNNAMED) {
    imply(&list, "cutoff", 0);
    imply(&list, "noise", 0);
  }
  return list;
}

// keywords and built-in value of a parameter
static void same_parameter(const FcFace* face, const FcParameter* p, const FcSchemaAttribute* a) {
  char value[40];
  if (p->type == FC_INT) {
    ck_assert_int_eq(a->type, FC_FIELD_INT);
    snprintf(value, sizeof value, "%g", p->def);
    ck_assert_str_eq(a->fallback, value);
    return;
  }
  ck_assert_msg(p->type == FC_CHOICE || p->type == FC_WORDS, "%s: %s", face->name, p->key);
  ck_assert_int_eq(a->type, p->type == FC_CHOICE ? FC_FIELD_WORD : FC_FIELD_WORDS);
  int n = 0;
  for (; p->keywords[n]; n++) {
    const int expected = p->type == FC_CHOICE ? n : 1 << n;
    ck_assert_msg(fc_schemaKeyword(a->keywords, p->keywords[n]) == expected, "%s: %s", face->name,
                  p->keywords[n]);
  }
  ck_assert_ptr_null(a->keywords[n].name);
  ck_assert_int_eq(fc_schemaKeyword(a->keywords, a->fallback), (int)p->def);
}

static void same_attributes(int schema, const FcFace* face, const FcSensor* table) {
  const FcSchemaElement* element = fc_schemaElement(schema);
  const Implied list = attributes_of(face, table);
  for (int i = 0; i < list.n; i++) {
    const FcSchemaAttribute* a = fc_schemaFindAttribute(schema, list.name[i]);
    ck_assert_msg(a != NULL, "%s: the schema lacks %s", face->name, list.name[i]);
    ck_assert_msg(fc_schemaRequired(a) == list.required[i], "%s: is %s required?", face->name,
                  list.name[i]);
  }
  ck_assert_msg(element->nattribute == list.n, "%s: %d attributes in the schema, %d implied",
                face->name, element->nattribute, list.n);
  for (int k = 0; k < face->nparameter; k++)
    same_parameter(face, face->parameters + k,
                   fc_schemaFindAttribute(schema, face->parameters[k].key));
}

static int is_own(const char* tag) {
  return strcmp(tag, "user") == 0 || strcmp(tag, "plugin") == 0;
}

START_TEST(the_schema_says_what_the_faces_say) {
  int n = 0;
  for (int e = fc_schemaFirstChild(fc_schemaFindPath("mujoco/sensor")); e >= 0;
       e = fc_schemaNextSibling(e)) {
    const char* tag = fc_schemaElement(e)->name;
    FcSensor table = {.size = sizeof table};
    if (is_own(tag))
      continue;
    const FcFace* face = fc_sensorNamed(tag, &table);
    ck_assert_msg(face != NULL, "%s", fc_lastError());
    ck_assert_str_eq(face->name, tag);
    same_attributes(e, face, &table);
    n++;
  }
  ck_assert_int_eq(n, 47);
}
END_TEST

//------------------------------ numbers -----------------------------------------------------------

START_TEST(every_number_has_a_face) {
  int fixed = 0;
  for (int type = 0; type < mjSENS_PLUGIN; type++) {
    FcSensor table = {.size = sizeof table};
    const FcFace* face = fc_sensorNumbered(type, &table);
    ck_assert_msg(face != NULL, "%s", fc_lastError());
    ck_assert_int_eq(face->number, FC_NUMBER(type));
    ck_assert_int_ge(fc_schemaFindPath("mujoco/sensor"), 0);
    ck_assert_int_ge(fc_schemaFindChild(fc_schemaFindPath("mujoco/sensor"), face->name), 0);
    ck_assert_msg(table.stage >= mjSTAGE_POS && table.stage <= mjSTAGE_ACC, "%s", face->name);
    // what may be missing is not known by its size alone
    ck_assert_msg((table.dim > 0) != (table.dimension != NULL), "%s", face->name);
    ck_assert_msg((table.dim > 0) != (table.declared != NULL), "%s", face->name);
    ck_assert_int_le(face->nparameter, mjNSENS);
    fixed += table.dim > 0;
  }
  ck_assert_int_eq(fixed, 44);
}
END_TEST

START_TEST(other_numbers_have_none) {
  static const int other[] = {-1, mjSENS_PLUGIN, mjSENS_USER, mjSENS_USER + 1, 2147483647};
  FcSensor table = {.size = sizeof table};
  ck_assert_ptr_null(fc_sensorNumbered(other[_i], &table));
  ck_assert(strstr(fc_lastError(), "number") != NULL);
}
END_TEST

// a caller that knows a shorter table gets no more than that
START_TEST(tables_are_filled_up_to_their_size) {
  FcSensor table;
  memset(&table, 0x5a, sizeof table);
  table.size = offsetof(FcSensor, object);
  ck_assert_ptr_nonnull(fc_sensorNamed("gyro", &table));
  ck_assert_int_eq(table.stage, mjSTAGE_VEL);
  ck_assert_int_eq(table.object.types, 0x5a5a5a5a);
  ck_assert_uint_eq(table.size, offsetof(FcSensor, object));
}
END_TEST

int main(void) {
  Suite* suite = suite_create("sensor descriptors");
  TCase* tcase = tcase_create("descriptors");
  tcase_add_test(tcase, the_schema_says_what_the_faces_say);
  tcase_add_test(tcase, every_number_has_a_face);
  tcase_add_loop_test(tcase, other_numbers_have_none, 0, 5);
  tcase_add_test(tcase, tables_are_filled_up_to_their_size);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
