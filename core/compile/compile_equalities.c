// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/compile/compile.h"

static int find(Compile* c, const Element* e, mjtObj type, const char* name) {
  int id = compile_find_id(c, type, name);
  if (id < 0)
    compile_fail(c, e, "unknown element '%s' in equality constraint", name);
  return id;
}

static void check_joint(Compile* c, const Element* e, const char* name) {
  const Joint* j = (const Joint*)compile_find(c, mjOBJ_JOINT, name);
  if (j->pub.type != mjJNT_HINGE && j->pub.type != mjJNT_SLIDE)
    compile_fail(c, e, "only HINGE and SLIDE joint allowed in constraint");
}

static void equality(Compile* c, EqualityRecord* r) {
  const Element* e = &r->equality->base;
  const mjsEquality* p = r->pub;
  const char *name1 = handle_string(p->name1), *name2 = handle_string(p->name2);
  mjtObj type = mjOBJ_UNKNOWN;
  switch (p->type) {
    case mjEQ_CONNECT:
    case mjEQ_WELD:
      if (p->objtype != mjOBJ_SITE && p->objtype != mjOBJ_BODY) {
        compile_fail(c, e, "%s constraint supports only sites and bodies",
                     p->type == mjEQ_WELD ? "weld" : "connect");
      }
      type = p->objtype;
      r->objtype = type;
      break;
    case mjEQ_JOINT: type = mjOBJ_JOINT; break;
    case mjEQ_TENDON: type = mjOBJ_TENDON; break;
    case mjEQ_FLEX:
    case mjEQ_FLEXVERT:
    case mjEQ_FLEXSTRAIN: type = mjOBJ_FLEX; break;
    default: compile_fail(c, e, "invalid type in equality constraint");
  }
  r->obj1 = find(c, e, type, name1);
  r->obj2 = name2[0] ? find(c, e, type, name2) : type == mjOBJ_BODY ? 0 : -1;
  if (r->obj1 == r->obj2)
    compile_fail(c, e, "element '%s' is repeated in equality constraint %d", name1, e->index);
  if (p->type == mjEQ_JOINT) {
    check_joint(c, e, name1);
    if (name2[0])
      check_joint(c, e, name2);
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
