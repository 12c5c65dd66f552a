// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// References between elements by name: one list per kind of element, used by attaching (rename,
// drop unresolved references) and by deleting (remove elements whose references no longer resolve).

#include <stdlib.h>
#include <string.h>

#include "core/kernel/kinds/constraint.h"
#include "core/model/spec/tree.h"

mjtObj wrap_target_type(const Wrap* w) {
  switch (w->pub.type) {
    case mjWRAP_JOINT: return mjOBJ_JOINT;
    case mjWRAP_SITE: return mjOBJ_SITE;
    case mjWRAP_SPHERE:
    case mjWRAP_CYLINDER: return mjOBJ_GEOM;
    default: return mjOBJ_UNKNOWN;
  }
}

static mjtObj equality_type(const mjsEquality* eq) {
  FcConstraint table;
  if (!constraint_face(eq->type, &table))
    return eq->objtype;
  const int type = constraint_end_type(&table, eq->objtype);
  return type < 0 ? table.ends->type : (mjtObj)type;
}

static mjtObj transmission_type(mjtTrn type) {
  switch (type) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return mjOBJ_JOINT;
    case mjTRN_TENDON: return mjOBJ_TENDON;
    case mjTRN_BODY: return mjOBJ_BODY;
    case mjTRN_SITE:
    case mjTRN_SLIDERCRANK: return mjOBJ_SITE;
    default: return mjOBJ_UNKNOWN;
  }
}

// ---------------------------------------------------------------- collecting

typedef struct Collector_ {
  Reference* ref;
  int max;
  int n;
} Collector;

static void collect(Collector* c, mjtObj type, mjString* string, int optional) {
  const char* name = handle_string(string);
  if (optional && !name[0])
    return;
  if (c->n < c->max)
    c->ref[c->n] = (Reference){type, name, string, NULL, 0};
  c->n++;
}

static void collect_all(Collector* c, mjtObj type, const int* types, mjStringVec* names) {
  int n = handle_strings_size(names);
  for (int i = 0; i < n; i++, c->n++) {
    mjtObj each = types ? (mjtObj)types[i] : type;
    if (c->n < c->max)
      c->ref[c->n] = (Reference){each, handle_strings_item(names, i), NULL, names, i};
  }
}

int element_references(Element* e, Reference* ref, int max) {
  Collector c = {ref, max, 0};
  switch (e->kind->type) {
    case mjOBJ_PAIR:
      collect(&c, mjOBJ_GEOM, ((Pair*)e)->pub.geomname1, 0);
      collect(&c, mjOBJ_GEOM, ((Pair*)e)->pub.geomname2, 0);
      break;
    case mjOBJ_EXCLUDE:
      collect(&c, mjOBJ_BODY, ((Exclude*)e)->pub.bodyname1, 0);
      collect(&c, mjOBJ_BODY, ((Exclude*)e)->pub.bodyname2, 0);
      break;
    case mjOBJ_EQUALITY: {
      mjsEquality* eq = &((Equality*)e)->pub;
      collect(&c, equality_type(eq), eq->name1, 0);
      collect(&c, equality_type(eq), eq->name2, 1);
      break;
    }
    case mjOBJ_TENDON: {
      const ElementList* path = &((Tendon*)e)->path;
      for (int i = 0; i < path->count; i++) {
        Wrap* w = (Wrap*)path->item[i];
        if (w->pub.type != mjWRAP_PULLEY)
          collect(&c, wrap_target_type(w), w->base.name, 0);
        collect(&c, mjOBJ_SITE, w->sidesite, 1);
      }
      break;
    }
    case mjOBJ_ACTUATOR: {
      mjsActuator* a = &((Actuator*)e)->pub;
      collect(&c, transmission_type(a->trntype), a->target, a->trntype == mjTRN_UNDEFINED);
      collect(&c, mjOBJ_SITE, a->refsite, 1);
      collect(&c, mjOBJ_SITE, a->slidersite, 1);
      break;
    }
    case mjOBJ_SENSOR: {
      mjsSensor* s = &((Sensor*)e)->pub;
      if (s->objtype != mjOBJ_UNKNOWN)
        collect(&c, s->objtype, s->objname, 1);
      if (s->reftype != mjOBJ_UNKNOWN)
        collect(&c, s->reftype, s->refname, 1);
      break;
    }
    case mjOBJ_TUPLE: {
      mjsTuple* t = &((Tuple*)e)->pub;
      int n;
      const int* types = handle_ints(t->objtype, &n);
      collect_all(&c, mjOBJ_UNKNOWN, n >= handle_strings_size(t->objname) ? types : NULL,
                  t->objname);
      break;
    }
    case mjOBJ_FLEX:
      collect_all(&c, mjOBJ_BODY, NULL, ((Flex*)e)->pub.nodebody);
      collect_all(&c, mjOBJ_BODY, NULL, ((Flex*)e)->pub.vertbody);
      break;
    case mjOBJ_SKIN: collect_all(&c, mjOBJ_BODY, NULL, ((Skin*)e)->pub.bodyname); break;
    default: break;
  }
  return c.n;
}

void reference_affix(const Reference* ref, const char* prefix, const char* suffix) {
  if (ref->string)
    handle_string_affix(ref->string, prefix, suffix);
  else
    handle_strings_affix_item(ref->vector, ref->i, prefix, suffix);
}

// All references of an element: in `local` when they fit, else in an allocation that the caller
// frees.
Reference* references_of(Element* e, Reference* local, int nlocal, int* n) {
  *n = element_references(e, local, nlocal);
  if (*n <= nlocal)
    return local;
  Reference* all = spec_alloc((size_t)*n * sizeof *all);
  element_references(e, all, *n);
  return all;
}

static int tendon_is_sound(const Tendon* t) {
  for (int i = 0; i < t->path.count; i++) {
    const Wrap* w = (const Wrap*)t->path.item[i];
    if (w->pub.type == mjWRAP_PULLEY && w->prm < 0)
      return 0;
  }
  return 1;
}

static int equality_is_sound(const mjsEquality* eq) {
  const char *name1 = handle_string(eq->name1), *name2 = handle_string(eq->name2);
  if (!name2[0] && equality_type(eq) == mjOBJ_BODY)
    name2 = "world";
  return strcmp(name1, name2) != 0;
}

int element_is_sound(const Element* e) {
  switch (e->kind->type) {
    case mjOBJ_TENDON: return tendon_is_sound((const Tendon*)e);
    case mjOBJ_EQUALITY: return equality_is_sound(&((const Equality*)e)->pub);
    case mjOBJ_ACTUATOR: {
      const mjsActuator* a = &((const Actuator*)e)->pub;
      return a->trntype != mjTRN_SLIDERCRANK || a->cranklength > 0;
    }
    default: return 1;
  }
}

int element_resolves(Spec* s, Element* e) {
  if (!element_is_sound(e))
    return 0;
  Reference local[16];
  int n, resolved = 1;
  Reference* ref = references_of(e, local, 16, &n);
  for (int i = 0; i < n && resolved; i++)
    resolved = spec_find(s, ref[i].type, ref[i].name) != NULL;
  if (ref != local)
    free(ref);
  return resolved;
}

void spec_name_instances(Spec* s) {
  const ElementList* list = &s->list[mjOBJ_PLUGIN];
  for (int i = 0; i < list->count; i++) {
    Plugin* plugin = (Plugin*)list->item[i];
    const char* name = handle_string(plugin->pub.name);
    if (name[0] && strcmp(name, element_name(&plugin->base)) != 0)
      element_set_name(&plugin->base, name);
  }
}

mjsPlugin* element_plugin(Element* e) {
  switch (e->kind->type) {
    case mjOBJ_BODY: return &((Body*)e)->pub.plugin;
    case mjOBJ_GEOM: return &((Geom*)e)->pub.plugin;
    case mjOBJ_MESH: return &((Mesh*)e)->pub.plugin;
    case mjOBJ_ACTUATOR: return &((Actuator*)e)->pub.plugin;
    case mjOBJ_SENSOR: return &((Sensor*)e)->pub.plugin;
    default: return NULL;
  }
}
