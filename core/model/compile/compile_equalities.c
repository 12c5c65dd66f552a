// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Equality constraints: determines the face, and checks the ends and the parameters against its
// declaration.

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/kernel/binding/parameter.h"
#include "core/kernel/kinds/constraint.h"
#include "core/model/compile/compile.h"

static int find(Compile* c, const Element* e, int type, const char* name) {
  int id = compile_find_id(c, (mjtObj)type, name);
  if (id < 0)
    compile_fail(c, e, "unknown element '%s' in equality constraint", name);
  return id;
}

// "sites and bodies": the possible ends; the kind that is written first is named last
static void list_ends(const FcConstraint* table, char* text, size_t size) {
  text[0] = 0;
  for (int k = table->nends - 1; k >= 0; k--) {
    const mjtObj type = table->ends[k].type;
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s",
             !used ? ""
             : k   ? ", "
                   : " and ",
             type == mjOBJ_BODY ? "bodies" : mju_type2Str(type));
    if (type != mjOBJ_BODY)
      snprintf(text + strlen(text), size - strlen(text), "s");
  }
}

// between such ends the only numbers with a meaning are the face's parameters
static void check_numbers(Compile* c, const Element* e, const FcFace* face, const FcEnds* ends,
                          const double* data) {
  for (int i = 0; i < face->nparameter; i++) {
    const FcParameter* p = face->parameters + i;
    for (int k = 0; k < p->length; k++, data++) {
      const char* fault = ends->without >> i & 1 ? NULL : parameter_fault(p, *data);
      if (fault)
        compile_fail(c, e, "%s of %s constraint is %g, %s expected", p->key, face->name, *data,
                     fault);
    }
  }
}

static void equality(Compile* c, EqualityRecord* r) {
  const Element* e = &r->equality->base;
  const mjsEquality* p = r->pub;
  const char *name1 = handle_string(p->name1), *name2 = handle_string(p->name2);
  const FcFace* face = constraint_face(p->type, &r->table);
  if (!face)
    compile_fail(c, e, "invalid type in equality constraint: %s", fc_lastError());
  const int type = constraint_end_type(&r->table, p->objtype);
  if (type < 0) {
    char known[200];
    list_ends(&r->table, known, sizeof known);
    compile_fail(c, e, "%s constraint supports only %s", face->name, known);
  }

  // MuJoCo leaves objtype unchanged where the type determines it
  if (r->table.nends > 1 || !face->number)
    r->objtype = type;
  const FcEnds* ends = constraint_ends(&r->table, type);
  r->nodata = face->nparameter > 0 && ends->without == (1u << face->nparameter) - 1;
  r->obj1 = find(c, e, type, name1);
  if (name2[0] && !ends->second)
    compile_fail(c, e, "%s constraint has one end, but '%s' is given as a second", face->name,
                 name2);
  r->obj2 = name2[0] || (ends->second && ends->required) ? find(c, e, type, name2)
            : ends->second && type == mjOBJ_BODY         ? 0
                                                         : -1;
  if (r->obj1 == r->obj2)
    compile_fail(c, e, "element '%s' is repeated in equality constraint %d", name1, e->index);
  if (type == mjOBJ_FLEX && c->flex[r->obj1].rigid)
    compile_fail(c, e, "rigid flex '%s' in equality constraint %d", name1, e->index);
  check_numbers(c, e, face, ends, p->data);
}

// checks by the face, now that it can read the model
void compile_check_equalities(Compile* c, const mjModel* m) {
  for (int i = 0; i < c->nequality; i++) {
    const EqualityRecord* r = c->equality + i;
    if (r->table.check && r->table.check(m, i))
      compile_fail(c, &r->equality->base, "%s", fc_lastError());
  }
}

void compile_equalities(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_EQUALITY];
  c->nequality = list->count;
  c->equality = COMPILE_NEW(c, EqualityRecord, c->nequality);
  for (int i = 0; i < c->nequality; i++) {
    EqualityRecord* r = c->equality + i;
    r->equality = (Equality*)list->item[i];
    r->pub = &r->equality->pub;
    equality(c, r);
  }
}
