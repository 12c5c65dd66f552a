// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/data/objects.h"
#include "core/foundation/data/validate.h"
#include "core/kernel/kinds/constraint.h"
#include "core/kernel/kinds/kinds.h"
#include "core/kernel/modules/generations.h"
#include "core/kernel/modules/registry.h"

// numbers of eq_data that the parameters take; -1 for a parameter that is not a number
static int parameter_numbers(const FcFace* face) {
  int n = 0;
  for (int i = 0; i < face->nparameter; i++) {
    if (face->parameters[i].type == FC_ELEMENT)
      return -1;
    n += face->parameters[i].length;
  }
  return n;
}

// 1 when the rows of a flex that it promises are known, and its elements have a flex to hold
static int sound_flex_rows(const FcConstraint* table) {
  return !table->flex || (table->flex >= FC_FLEX_EDGES && table->flex <= FC_FLEX_CELLS &&
                          table->nends == 1 && table->ends->type == mjOBJ_FLEX);
}

int constraint_table(const FcFace* face, FcConstraint* table) {
  *table = *(const FcConstraint*)face->table;
  const int numbers = parameter_numbers(face);
  const char* fault = !table->count || !table->fill ? "its table lacks count or fill"
                      : table->group < mjCNSTR_EQUALITY || table->group > mjCNSTR_LIMIT_TENDON
                          ? "its group of rows does not exist"
                      : table->group == mjCNSTR_EQUALITY && (table->nends < 1 || table->rows < 1)
                          ? "an equality needs ends and rows"
                      : !sound_flex_rows(table)
                          ? "it holds rows of a flex, but its ends are not flexes"
                      : numbers < 0         ? "parameters of constraints cannot be elements"
                      : numbers > mjNEQDATA ? "its parameters do not fit into eq_data"
                                            : NULL;
  return fault ? fc_fail("constraint \"%s\" cannot be used: %s", face->name, fault) : 0;
}

const FcFace* constraint_face(int type, FcConstraint* table) {
  const FcFace* face = registry_numbered(FC_CONSTRAINT, "", type);
  if (!face) {
    // say what the model calls it, if anybody has mentioned the name
    const char* name = type >= FC_NAME_NUMBER ? asked_name(type) : NULL;
    if (name)
      registry_find(FC_CONSTRAINT, name);
    return NULL;
  }
  if (constraint_table(face, table))
    return NULL;
  if (table->group != mjCNSTR_EQUALITY) {
    fc_fail("constraint \"%s\" is not a type of equality", face->name);
    return NULL;
  }
  return face;
}

const FcEnds* constraint_ends(const FcConstraint* table, int type) {
  for (int k = 0; k < table->nends; k++)
    if ((int)table->ends[k].type == type)
      return table->ends + k;
  return NULL;
}

int constraint_end_type(const FcConstraint* table, int objtype) {
  if (table->nends == 1)
    return table->ends->type;
  const FcEnds* ends = constraint_ends(table, objtype);
  return ends ? (int)ends->type : -1;
}

int constraint_second_absent(const FcEnds* ends) {
  return !ends->second || (!ends->required && ends->type != mjOBJ_BODY);
}

int constraint_validate(const mjModel* m, int i, Finding* finding) {
  FcConstraint table;
  if (!constraint_face(m->eq_type[i], &table)) {
    // a module that is not installed; the list of modules behind a binary model names it
    if (m->eq_type[i] >= FC_NAME_NUMBER)
      return 0;
    return report_invalid(finding, "unknown equality type %d of equality %d: %s", m->eq_type[i], i,
                          fc_lastError());
  }
  const int type = constraint_end_type(&table, m->eq_objtype[i]);
  if (type < 0) {
    char known[100] = "";
    for (int k = 0; k < table.nends; k++) {
      const size_t used = strlen(known);
      snprintf(known + used, sizeof known - used, "%s%s", k ? " or " : "",
               mju_type2Str(table.ends[k].type));
    }
    return report_invalid(finding, "eq_objtype of equality %d is %d, expected %s", i,
                          m->eq_objtype[i], known);
  }
  const FcEnds* ends = constraint_ends(&table, type);
  const int count = object_count(m, type);
  return check_index(finding, "eq_obj1id", i, m->eq_obj1id[i], count, 0) ||
                 check_index(finding, "eq_obj2id", i, m->eq_obj2id[i], ends->second ? count : 0,
                             constraint_second_absent(ends))
             ? -1
             : 0;
}

// ---------------------------------------------------------------- rules of the kind

static const char* difference(const FcFace* former, const FcFace* next) {
  const FcConstraint *s = former->table, *t = next->table;
  return s->group != t->group             ? "another group of rows"
         : s->nends != t->nends           ? "other ends"
         : s->flex != t->flex             ? "other rows of a flex"
         : !same_parameters(former, next) ? "other parameters in eq_data"
                                          : NULL;
}

static const char* element_values(const FcFace* face) {
  (void)face;
  return "eq_data";
}

const KindRules constraint_rules = {
    .required = {NEEDS(FcConstraint, count), NEEDS(FcConstraint, fill)},
    .array = {.pointer = offsetof(FcConstraint, ends),
              .count = offsetof(FcConstraint, nends),
              .stride = offsetof(FcConstraint, ends_size),
              .least = LEAST(FcEnds, without),
              .size = sizeof(FcEnds),
              .name = "ends"},
    .difference = difference,
    .element_values = element_values};
