// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// replicate and attach, expanded while reading.
//
// replicate: the content is read once into a temporary body, which is then attached `count` times,
// each time in a frame of its own and with the suffix sep + i, and finally deleted. Poses: rotation
// i is the Euler rotation by i times the angles (not accumulated), p_0 = 0, p_{i+1} = p_i + R(q_i)
// offset. Everything that refers to replicated names is copied with each attachment. Objects
// without any reference (clocks, energies) double each time, so their number is bounded before
// anything is made.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mjcf.h"

// elements of the tree below a body
static double count_tree(mjsBody* root) {
  static const mjtObj kinds[] = {mjOBJ_BODY,   mjOBJ_JOINT, mjOBJ_GEOM, mjOBJ_SITE,
                                 mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_FRAME};
  double n = 1;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    for (mjsElement* e = mjs_firstChild(root, kinds[i], 1); e; e = mjs_nextChild(root, e, 1))
      n++;
  return n;
}

// elements that an attachment makes; names that do not exist are refused elsewhere
static double count_attached(Reader* r, const XmlElement* e) {
  const char *model = xml_attribute(e, "model"), *name = xml_attribute(e, "body");
  mjSpec* child = model ? mjs_findSpec(r->spec, model) : NULL;
  mjsBody* root = child ? mjs_findBody(child, name && name[0] ? name : "world") : NULL;
  return root ? count_tree(root) : 0;
}

// elements that the content of e will make, nested copies and attached models included
static double count_elements(Reader* r, const XmlElement* e) {
  double n = 0;
  for (const XmlElement* c = e->first; c; c = c->next) {
    double inside = count_elements(r, c);
    if (strcmp(c->name, "replicate") == 0) {
      const char* count = xml_attribute(c, "count");
      double copies = count ? strtod(count, NULL) : 0;
      inside *= copies > 1 ? copies : 1;
    } else if (strcmp(c->name, "attach") == 0) {
      inside += count_attached(r, c);
    } else if (strcmp(c->name, "composite") == 0) {
      inside += count_composite(c);
    }
    n += 1 + inside;
  }
  return n;
}

// sensors that refer to nothing
static int count_free_sensors(mjSpec* s) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_SENSOR); e; e = mjs_nextElement(s, e)) {
    const mjsSensor* sensor = mjs_asSensor(e);
    const char* name = mjs_getString(sensor->objname);
    n += sensor->objtype == mjOBJ_UNKNOWN || !name || !name[0];
  }
  return n;
}

static int count_flexes(mjSpec* s) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_FLEX); e; e = mjs_nextElement(s, e))
    n++;
  return n;
}

// Elements and numbers made by flexcomps inside the content, which the document does not show; 64
// numbers count as one element. before: number of flexes before the content.
static double count_made(Reader* r, mjsBody* content, int before) {
  double n = count_tree(content);
  for (mjsElement* e = mjs_firstElement(r->spec, mjOBJ_FLEX); e; e = mjs_nextElement(r->spec, e)) {
    int nelem, nvert;
    if (before-- > 0)
      continue;
    const mjsFlex* flex = mjs_asFlex(e);
    fc_intItems(flex->elem, &nelem);
    mjs_getDouble(flex->vert, &nvert);
    n += (nelem + nvert) / 64.0;
  }
  return n;
}

// charge the budget for the copies before anything is made
static int check_budget(Reader* r, const XmlElement* e, int count) {
  double content = 1 + count_elements(r, e);  // including the frame of each copy
  if (count > 0 && content * count + r->ncopied > MAX_COPIES) {
    return fail_at(r, e, "count",
                   "%d copies of %.0f elements are too many: replicate and attach may make %d "
                   "elements, of which %.0f are left",
                   count, content, MAX_COPIES, MAX_COPIES - r->ncopied);
  }
  int sensors = count_free_sensors(r->spec);
  if (sensors && (count > 20 || sensors * pow(2, count) > MAX_COPIES)) {
    return fail_at(r, e, "count",
                   "each copy doubles the %d sensors without an object: %d copies are too many",
                   sensors, count);
  }
  r->ncopied += content * (count > 0 ? count : 0);
  return 0;
}

// elements outside the tree, each of which a copy checks for references to the content
static double count_referring(mjSpec* s) {
  static const mjtObj kinds[] = {mjOBJ_PAIR,   mjOBJ_EXCLUDE,  mjOBJ_EQUALITY,
                                 mjOBJ_TENDON, mjOBJ_ACTUATOR, mjOBJ_SENSOR,
                                 mjOBJ_TUPLE,  mjOBJ_SKIN,     mjOBJ_KEY};
  double n = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    for (mjsElement* e = mjs_firstElement(s, kinds[i]); e; e = mjs_nextElement(s, e))
      n++;
  return n;
}

// Each copy that adds elements outside the tree makes further copies slower. The number added by
// the first copy gives the total number of checks; -1 when these would take too long.
static int check_looks(Reader* r, const XmlElement* e, int count, double before) {
  double added = count_referring(r->spec) - before;
  double looks = count * before + added * count * (count - 1.0) / 2;
  if (added > 0 && looks > MAX_LOOKS) {
    return fail_at(r, e, "count",
                   "%d copies are too many where each adds %.0f elements that refer to it: "
                   "%.0f references to compare, at most %d expected",
                   count, added, looks, MAX_LOOKS);
  }
  return 0;
}

// pose of copy i; advances pos to the next copy
static int copy_pose(Reader* r, const XmlElement* e, int i, const double offset[3],
                     const double euler[3], mjsFrame* frame, double pos[3]) {
  mjsOrientation turn;
  mjs_defaultOrientation(&turn);
  turn.type = mjORIENTATION_EULER;
  for (int k = 0; k < 3; k++)
    turn.euler[k] = i * euler[k];
  char sequence[4] = {0};
  memcpy(sequence, r->spec->compiler.eulerseq, 3);
  int turned = euler[0] != 0 || euler[1] != 0 || euler[2] != 0;
  const char* problem = NULL;
  if (turned)
    problem = mjs_resolveOrientation(frame->quat, r->spec->compiler.degree, sequence, &turn);
  if (problem)
    return fail_at(r, e, "euler", "%s", problem);
  memcpy(frame->pos, pos, 3 * sizeof(double));
  mjtNum step[3], mat[9],
      quat[4] = {frame->quat[0], frame->quat[1], frame->quat[2], frame->quat[3]};
  mju_quat2Mat(mat, quat);
  for (int k = 0; k < 3; k++)
    step[k] = mat[3 * k] * offset[0] + mat[3 * k + 1] * offset[1] + mat[3 * k + 2] * offset[2];
  for (int k = 0; k < 3; k++)
    pos[k] += step[k];
  return 0;
}

// ---------------------------------------------------------------- skins

static mjsElement* last_skin(mjSpec* s) {
  mjsElement* last = NULL;
  for (mjsElement* k = mjs_firstElement(s, mjOBJ_SKIN); k; k = mjs_nextElement(s, k))
    last = k;
  return last;
}

static mjsElement* skin_after(mjSpec* s, mjsElement* before) {
  return before ? mjs_nextElement(s, before) : mjs_firstElement(s, mjOBJ_SKIN);
}

// a skin on the copies of the bodies, named like them; NULL: out of memory
static mjsElement* copy_skin(Reader* r, const mjsSkin* from, const char* suffix, char name[512]) {
  mjsSkin* to = mjs_addSkin(r->spec);
  if (!to)
    return NULL;
  int n, nweight;
  memcpy(to->rgba, from->rgba, sizeof to->rgba);
  to->inflate = from->inflate;
  to->group = from->group;
  mjs_setString(to->info, mjs_getString(from->info));
  mjs_setString(to->material, mjs_getString(from->material));
  const float* values = fc_floatItems(from->vert, &n);
  mjs_setFloat(to->vert, values, n);
  values = fc_floatItems(from->texcoord, &n);
  mjs_setFloat(to->texcoord, values, n);
  values = fc_floatItems(from->bindpos, &n);
  mjs_setFloat(to->bindpos, values, n);
  values = fc_floatItems(from->bindquat, &n);
  mjs_setFloat(to->bindquat, values, n);
  const int* face = fc_intItems(from->face, &n);
  mjs_setInt(to->face, face, n);
  for (int i = 0; i < fc_nameCount(from->bodyname); i++) {
    snprintf(name, 512, "%s%s", fc_nameItem(from->bodyname, i), suffix);
    mjs_appendString(to->bodyname, name);
    const int* id = fc_intListItem(from->vertid, i, &n);
    mjs_appendIntVec(to->vertid, id, n);
    values = fc_floatListItem(from->vertweight, i, &nweight);
    mjs_appendFloatVec(to->vertweight, values, nweight);
  }
  snprintf(name, 512, "%s%s", mjs_getString(mjs_getName(from->element)), suffix);
  return to->element;
}

// Copies of the skins that the content has made: those after `before` and up to `last`.
static int copy_skins(Reader* r, const XmlElement* e, mjsElement* before, const mjsElement* last,
                      const char* suffix) {
  mjsElement* skin = last ? skin_after(r->spec, before) : NULL;
  while (skin && before != last) {
    char name[512];
    mjsElement* copy = copy_skin(r, mjs_asSkin(skin), suffix, name);
    if (!copy)
      return fail_at(r, e, NULL, "out of memory");
    if (mjs_setName(copy, name))
      return fail_at(r, e, NULL, "%s", spec_problem(r));
    before = skin;
    skin = mjs_nextElement(r->spec, skin);
  }
  return 0;
}

// the skins of the content itself, whose bodies are deleted
static int delete_skins(Reader* r, const XmlElement* e, mjsElement* before,
                        const mjsElement* last) {
  while (last && before != last) {
    mjsElement* skin = skin_after(r->spec, before);
    const int done = skin == last;
    if (!skin || mjs_delete(r->spec, skin))
      return fail_at(r, e, NULL, "%s", spec_problem(r));
    if (done)
      break;
  }
  return 0;
}

// ---------------------------------------------------------------- the copies

// Adds what the content was found to contain, beyond what its elements told, to the budget.
static int charge_content(Reader* r, const XmlElement* e, mjsBody* temporary, int flexes,
                          int count) {
  const double made = count_made(r, temporary, flexes), told = 1 + count_elements(r, e);
  if (made <= told || count <= 0)
    return 0;
  r->ncopied += (made - told) * count;
  if (r->ncopied > MAX_COPIES) {
    return fail_at(r, e, "count",
                   "%d copies of %.0f elements are too many: replicate and attach may make %d "
                   "elements",
                   count, made, MAX_COPIES);
  }
  return 0;
}

// What is copied, and how.
typedef struct Copies_ {
  int count;
  const char* sep;
  double offset[3], euler[3];
  const mjsDefault* def;
  mjsFrame* content;       // a frame with the content
  mjsElement* before;      // its skins are those behind this one
  const mjsElement* last;  // up to this one
} Copies;

static int make_copies(Reader* r, const XmlElement* e, mjsBody* body, mjsFrame* frame,
                       const Copies* c) {
  double pos[3] = {0};
  const int digits = snprintf(NULL, 0, "%d", c->count);
  const double referring = count_referring(r->spec);
  for (int i = 0; i < c->count; i++) {
    mjsFrame* copy = mjs_addFrame(body, frame);
    if (!copy)
      return fail_at(r, e, NULL, "out of memory");
    mjs_setDefault(copy->element, c->def);
    set_line(copy->info, e);
    if (copy_pose(r, e, i, c->offset, c->euler, copy, pos))
      return -1;
    char suffix[256];
    snprintf(suffix, sizeof suffix, "%.200s%0*d", c->sep ? c->sep : "", digits, i);
    if (!mjs_attach(copy->element, c->content->element, "", suffix))
      return fail_at(r, e, NULL, "%s", spec_problem(r));
    if (copy_skins(r, e, c->before, c->last, suffix))
      return -1;
    if (i == 0 && check_looks(r, e, c->count, referring))
      return -1;
  }
  return 0;
}

int read_replicate(Reader* r, const XmlElement* e, mjsBody* body, mjsFrame* frame,
                   const mjsDefault* def) {
  const int schema = fc_schemaFindChild(fc_schemaFindPath("mujoco/body"), "replicate");
  Copies c = {.sep = xml_attribute(e, "sep")};
  const int n = read_int_list(r, e, schema, "count");
  c.count = n > 0 ? r->ints[0] : 0;
  if (n < 0 || read_reals(r, e, schema, "offset", c.offset) < 0 ||
      read_reals(r, e, schema, "euler", c.euler) < 0 || find_childclass(r, e, &def) ||
      check_budget(r, e, c.count))
    return -1;
  c.def = def;

  // the content, once, in a temporary body
  mjsBody* temporary = mjs_addBody(body, def);
  c.content = temporary ? mjs_addFrame(temporary, NULL) : NULL;
  if (!c.content)
    return fail_at(r, e, NULL, "out of memory");
  set_line(c.content->info, e);
  c.before = last_skin(r->spec);
  const int flexes = count_flexes(r->spec);
  if (read_tree(r, e, temporary, c.content, def))
    return -1;
  c.last = last_skin(r->spec);
  if (charge_content(r, e, temporary, flexes, c.count) || make_copies(r, e, body, frame, &c) ||
      delete_skins(r, e, c.before, c.last))
    return -1;
  if (mjs_delete(r->spec, temporary->element))
    return fail_at(r, e, NULL, "%s", spec_problem(r));
  return 0;
}

int read_attach(Reader* r, const XmlElement* e, mjsBody* body, mjsFrame* frame,
                const mjsDefault* def) {
  int schema = fc_schemaFindPath("mujoco/body/attach");
  const char *model, *prefix, *body_name = xml_attribute(e, "body");
  const char* name = body_name && body_name[0] ? body_name : NULL;
  if (read_text(r, e, schema, "model", &model) < 0 ||
      read_text(r, e, schema, "prefix", &prefix) < 0)
    return -1;
  mjsFrame* at = frame;
  if (!at) {
    at = mjs_addFrame(body, NULL);
    if (!at)
      return fail_at(r, e, NULL, "out of memory");
    mjs_setDefault(at->element, def);
    set_line(at->info, e);
  }

  // already attached under this name: only move it into the frame
  if (name) {
    char full[512];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    mjsBody* present = mjs_findBody(r->spec, full);
    if (present)
      return mjs_setFrame(present->element, at) ? fail_at(r, e, "body", "%s", spec_problem(r)) : 0;
  }
  mjSpec* child = mjs_findSpec(r->spec, model);
  if (!child) {
    return fail_at(r, e, "model", "could not find model '%s': expected the name of an asset/model",
                   model);
  }
  const mjsElement* root = child->element;
  if (name) {
    mjsBody* found = mjs_findBody(child, name);
    if (!found)
      return fail_at(r, e, "body", "could not find body '%s' in model '%s'", name, model);
    root = found->element;
  }
  double content = count_attached(r, e);
  if (content + r->ncopied > MAX_COPIES) {
    return fail_at(r, e, "model",
                   "%.0f elements of model '%s' are too many: replicate and attach may make %d "
                   "elements, of which %.0f are left",
                   content, model, MAX_COPIES, MAX_COPIES - r->ncopied);
  }
  r->ncopied += content;
  if (!mjs_attach(at->element, root, prefix, ""))
    return fail_at(r, e, NULL, "%s", spec_problem(r));
  return 0;
}
