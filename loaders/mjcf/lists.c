// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact pairs and excludes, equality constraints, tendons.

#include <stdio.h>
#include <string.h>

#include <fulcrum/constraint.h>
#include <fulcrum/host.h>

#include "mjcf.h"

int read_contact(Reader* r, const XmlElement* e) {
  int section = fc_schemaFindPath("mujoco/contact");
  for (const XmlElement* c = e->first; c; c = c->next) {
    int schema = fc_schemaFindChild(section, c->name), status;
    if (strcmp(c->name, "pair") == 0) {
      const mjsDefault* def;
      if (find_class(r, c, NULL, &def))
        return -1;
      mjsPair* pair = mjs_addPair(r->spec, def);
      status = set_name(r, c, pair->element, pair->info) || read_fields(r, c, schema, pair) ||
               read_contact_values(r, c, pair->element);
    } else {
      mjsExclude* exclude = mjs_addExclude(r->spec);
      status =
          set_name(r, c, exclude->element, exclude->info) || read_fields(r, c, schema, exclude);
    }
    if (status)
      return -1;
  }
  return 0;
}

// --------------------------------------------------------------- equality

// two bodies with an anchor, or two sites
static int read_body_or_site(Reader* r, const XmlElement* e, int schema, mjsEquality* equality) {
  const char *body1 = xml_attribute(e, "body1"), *body2 = xml_attribute(e, "body2");
  const char *site1 = xml_attribute(e, "site1"), *site2 = xml_attribute(e, "site2");
  int weld = equality->type == mjEQ_WELD;
  double anchor[3] = {0}, relpose[7] = {0}, torquescale = 1;
  int has_anchor = read_reals(r, e, schema, "anchor", anchor);
  int has_relpose = weld ? read_reals(r, e, schema, "relpose", relpose) : 0;
  int has_scale = weld ? read_reals(r, e, schema, "torquescale", &torquescale) : 0;
  if (has_anchor < 0 || has_relpose < 0 || has_scale < 0)
    return -1;

  // exactly one of the two forms, complete
  int with_bodies = body1 || body2 || has_anchor || has_relpose;
  int with_sites = site1 || site2;
  if (with_bodies && with_sites)
    return fail_at(r, e, NULL, "body and site semantics cannot be mixed");
  if (with_sites ? !(site1 && site2) : !(body1 && (weld || has_anchor))) {
    return fail_at(
        r, e, NULL, "%s",
        weld ? "either body1 must be defined and optionally {body2, anchor, relpose}, or site1 "
               "and site2 must be defined"
             : "either both body1 and anchor must be defined, or both site1 and site2 must be "
               "defined");
  }
  if (with_sites) {
    equality->objtype = mjOBJ_SITE;
    mjs_setString(equality->name1, site1);
    mjs_setString(equality->name2, site2);
  } else {
    equality->objtype = mjOBJ_BODY;
    mjs_setString(equality->name1, body1);
    mjs_setString(equality->name2, body2 ? body2 : "");
    memcpy(equality->data, anchor, sizeof anchor);
    if (weld)
      memcpy(equality->data + 3, relpose, sizeof relpose);
  }
  if (has_scale > 0)
    equality->data[10] = torquescale;
  return 0;
}

// one or two joints or tendons with a polynomial, or a flex
static int read_coupled(Reader* r, const XmlElement* e, int schema, const char* first,
                        const char* second, mjsEquality* equality) {
  const char *name1, *name2 = second ? xml_attribute(e, second) : NULL;
  if (read_text(r, e, schema, first, &name1) < 0)
    return -1;
  mjs_setString(equality->name1, name1);
  mjs_setString(equality->name2, name2 ? name2 : "");
  return second && read_reals(r, e, schema, "polycoef", equality->data) < 0 ? -1 : 0;
}

static int read_one_equality(Reader* r, const XmlElement* e, int schema, mjsEquality* equality) {
  switch (equality->type) {
    case mjEQ_CONNECT:
    case mjEQ_WELD: return read_body_or_site(r, e, schema, equality);
    case mjEQ_JOINT:
      equality->objtype = mjOBJ_JOINT;
      return read_coupled(r, e, schema, "joint1", "joint2", equality);
    case mjEQ_TENDON:
      equality->objtype = mjOBJ_TENDON;
      return read_coupled(r, e, schema, "tendon1", "tendon2", equality);
    default:
      equality->objtype = mjOBJ_FLEX;
      return read_coupled(r, e, schema, "flex", NULL, equality);
  }
}

static int set_equality_data(void* context, const FcParameter* p, int offset, const char* text,
                             const double* value) {
  mjsEquality* equality = context;
  (void)text;
  if (offset + p->length > mjNEQDATA)
    return fc_fail("an equality has %d numbers, and \"%s\" does not fit", mjNEQDATA, p->key);
  memcpy(equality->data + offset, value, (size_t)p->length * sizeof *value);
  return 0;
}

// A type of another library: the face describes its ends and its parameters, which are the first
// entries of the element's data.
static int read_module_equality(Reader* r, const XmlElement* e, int schema, mjsEquality* equality) {
  const FcFace* face = fc_schemaFace(schema);
  const FcConstraint* table = face->table;
  const FcEnds* given = NULL;
  char choices[256] = "";
  for (int i = 0; i < table->nends; i++) {
    const FcEnds* ends = table->ends + i;
    const size_t n = strlen(choices);
    snprintf(choices + n, sizeof choices - n, "%s'%s'", n ? ", " : "", ends->first);
    if (!xml_attribute(e, ends->first))
      continue;
    if (given) {
      return fail_at(r, e, ends->first, "only one of '%s' and '%s' can be given", given->first,
                     ends->first);
    }
    given = ends;
  }
  if (!given)
    return fail_at(r, e, NULL, "required attribute missing: one of %s", choices);
  const char* second = given->second ? xml_attribute(e, given->second) : NULL;
  if (given->required && !second)
    return fail_at(r, e, NULL, "required attribute missing: '%s'", given->second);
  equality->type = (mjtEq)fc_optionValue(FC_CONSTRAINT, face->name);
  equality->objtype = given->type;
  mjs_setString(equality->name1, xml_attribute(e, given->first));
  mjs_setString(equality->name2, second ? second : "");

  memset(equality->data, 0, sizeof equality->data);
  int offset = 0;
  for (int i = 0; i < face->nparameter; i++)
    for (int k = 0; k < face->parameters[i].length && offset < mjNEQDATA; k++)
      equality->data[offset++] = face->parameters[i].def;
  return read_face_parameters(r, e, schema, face, set_equality_data, equality);
}

int read_equality(Reader* r, const XmlElement* e) {
  static const struct {
    const char* tag;
    mjtEq type;
  } kind[] = {{"connect", mjEQ_CONNECT},      {"weld", mjEQ_WELD}, {"joint", mjEQ_JOINT},
              {"tendon", mjEQ_TENDON},        {"flex", mjEQ_FLEX}, {"flexvert", mjEQ_FLEXVERT},
              {"flexstrain", mjEQ_FLEXSTRAIN}};
  int section = fc_schemaFindPath("mujoco/equality");
  for (const XmlElement* c = e->first; c; c = c->next) {
    const mjsDefault* def;
    if (find_class(r, c, NULL, &def))
      return -1;
    mjsEquality* equality = mjs_addEquality(r->spec, def);
    for (size_t i = 0; i < sizeof kind / sizeof kind[0]; i++)
      if (strcmp(kind[i].tag, c->name) == 0)
        equality->type = kind[i].type;
    int schema = fc_schemaFindChild(section, c->name);
    if (set_name(r, c, equality->element, equality->info) || read_fields(r, c, schema, equality) ||
        (fc_schemaFace(schema) ? read_module_equality : read_one_equality)(r, c, schema, equality))
      return -1;
  }
  return 0;
}

// --------------------------------------------------------------- tendons

int read_tendon_body(Reader* r, const XmlElement* e, int schema, mjsTendon* tendon) {
  if (read_fields(r, e, schema, tendon))
    return -1;
  int n = read_reals(r, e, schema, "springlength", tendon->springlength);
  if (n == 1)
    tendon->springlength[1] = tendon->springlength[0];
  return n < 0 ? -1 : 0;
}

// one entry of a tendon path
static int read_wrap(Reader* r, const XmlElement* e, int schema, mjsTendon* tendon) {
  mjsWrap* wrap = NULL;
  const char* name;
  double prm;
  if (strcmp(e->name, "pulley") == 0) {
    if (read_reals(r, e, schema, "divisor", &prm) < 0)
      return -1;
    wrap = mjs_wrapPulley(tendon, prm);
  } else if (read_text(r, e, schema, e->name, &name) < 0) {
    return -1;
  } else if (strcmp(e->name, "site") == 0) {
    wrap = mjs_wrapSite(tendon, name);
  } else if (strcmp(e->name, "geom") == 0) {
    const char* side = xml_attribute(e, "sidesite");
    wrap = mjs_wrapGeom(tendon, name, side ? side : "");
  } else {
    if (read_reals(r, e, schema, "coef", &prm) < 0)
      return -1;
    wrap = mjs_wrapJoint(tendon, name, prm);
  }
  if (!wrap)
    return fail_at(r, e, NULL, "out of memory");
  char line[32];
  snprintf(line, sizeof line, "line %d", e->line);
  mjs_setString(wrap->info, line);
  return 0;
}

int read_tendon(Reader* r, const XmlElement* e) {
  int section = fc_schemaFindPath("mujoco/tendon");
  for (const XmlElement* c = e->first; c; c = c->next) {
    const mjsDefault* def;
    int schema = fc_schemaFindChild(section, c->name);
    if (find_class(r, c, NULL, &def))
      return -1;
    mjsTendon* tendon = mjs_addTendon(r->spec, def);
    if (set_name(r, c, tendon->element, tendon->info) || read_tendon_body(r, c, schema, tendon))
      return -1;
    for (const XmlElement* w = c->first; w; w = w->next)
      if (read_wrap(r, w, fc_schemaFindChild(schema, w->name), tendon))
        return -1;
  }
  return 0;
}
