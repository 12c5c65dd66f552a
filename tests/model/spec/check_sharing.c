// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Attaching by reference: who owns an element while it is lent, and where it goes when its owner
// lets go of it. The last tests edit several specs at random and check the ownership rules of
// core/model/spec/share.c every few steps.

#include "core/model/spec/tree.h"
#include "tests/model/spec/suite.h"

static mjsElement* attach_to(mjSpec* s, const void* child, const char* prefix) {
  return mjs_attach(mjs_addFrame(world_of(s), NULL)->element, child, prefix, "");
}

// ---------------------------------------------------------------- lending and returning

// bodies b0 and b1, each with a geom of material mat
static mjSpec* lender(mjsBody* body[2]) {
  mjSpec* c = mj_makeSpec();
  mjs_setName(mjs_addMaterial(c, NULL)->element, "mat");
  for (int i = 0; i < 2; i++) {
    body[i] = add_body(world_of(c), i ? "b1" : "b0");
    mjs_setString(add_geom(body[i], i ? "g1" : "g0")->material, "mat");
  }
  return c;
}

START_TEST(every_attachment_brings_the_assets_it_refers_to) {
  mjsBody* b[2];
  mjSpec* c = lender(b);
  mjSpec* s = mj_makeSpec();
  ck_assert_ptr_eq(attach_to(s, b[0]->element, "p-"), b[0]->element);
  ck_assert_ptr_eq(attach_to(s, b[1]->element, "q-"), b[1]->element);
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world p-b0 q-b1");
  ck_assert_str_eq(names_in(s, mjOBJ_MATERIAL), "p-mat q-mat");
  ck_assert_str_eq(mjs_getString(mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "p-g0"))->material),
                   "p-mat");
  ck_assert_str_eq(mjs_getString(mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "q-g1"))->material),
                   "q-mat");

  // back home both still find theirs
  mj_deleteSpec(s);
  ck_assert_str_eq(names_in(c, mjOBJ_BODY), "world p-b0 q-b1");
  ck_assert_str_eq(names_in(c, mjOBJ_MATERIAL), "mat p-mat q-mat");
  mj_deleteSpec(c);
}
END_TEST

START_TEST(a_chain_of_loans_is_unwound_link_by_link) {
  mjsBody* b[2];
  mjSpec* c = lender(b);
  mjSpec* middle = mj_makeSpec();
  mjSpec* s = mj_makeSpec();
  attach_to(middle, b[0]->element, "m-");
  attach_to(s, b[0]->element, "s-");
  ck_assert_ptr_eq(mjs_getSpec(b[0]->element), s);
  ck_assert_int_eq(mjs_delete(s, b[0]->element), 0);
  ck_assert_ptr_eq(mjs_getSpec(b[0]->element), middle);
  ck_assert_ptr_eq(mjs_getParent(b[0]->element), world_of(middle));
  attach_to(s, b[0]->element, "t-");

  // a lender lives as long as its borrower
  mj_deleteSpec(middle);
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world t-s-m-b0");
  mj_deleteSpec(s);
  ck_assert_ptr_eq(mjs_getSpec(b[0]->element), c);
  ck_assert_str_eq(names_in(c, mjOBJ_BODY), "world b1 t-s-m-b0");
  mj_deleteSpec(c);
}
END_TEST

START_TEST(what_is_borrowed_returns_when_the_body_around_it_is_deleted) {
  mjsBody* b[2];
  mjSpec* c = lender(b);
  mjSpec* s = mj_makeSpec();
  mjsBody* around = add_body(world_of(s), "around");
  mjs_attach(mjs_addFrame(around, NULL)->element, b[0]->element, "p-", "");
  ck_assert_int_eq(mjs_delete(s, around->element), 0);
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world");
  ck_assert_str_eq(names_in(c, mjOBJ_BODY), "world b1 p-b0");
  mj_deleteSpec(s);
  mj_deleteSpec(c);
}
END_TEST

START_TEST(each_part_returns_to_its_own_lender) {
  mjsBody *b[2], *d[2];
  mjSpec* c = lender(b);
  mjSpec* e = lender(d);
  mjSpec* s = mj_makeSpec();
  attach_to(s, b[0]->element, "c-");
  mjs_attach(mjs_addFrame(b[0], NULL)->element, d[0]->element, "e-", "");
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world c-b0 e-b0");
  mj_deleteSpec(s);
  ck_assert_str_eq(names_in(c, mjOBJ_BODY), "world b1 c-b0");
  ck_assert_str_eq(names_in(e, mjOBJ_BODY), "world b1 e-b0");
  mj_deleteSpec(c);
  mj_deleteSpec(e);
}
END_TEST

START_TEST(a_returned_part_keeps_its_frames) {
  mjSpec* c = mj_makeSpec();
  mjsFrame* outer = add_frame(world_of(c), NULL, "outer");
  mjsFrame* inner = add_frame(world_of(c), outer, "inner");
  mjsGeom* g = add_geom(world_of(c), "g");
  mjs_setFrame(g->element, inner);
  mjSpec* s = mj_makeSpec();
  mjs_attach(world_of(s)->element, inner->element, "p-", "");
  ck_assert_ptr_eq(mjs_getSpec(g->element), s);
  mj_deleteSpec(s);
  ck_assert_ptr_eq(mjs_getFrame(g->element), inner);
  ck_assert_ptr_eq(mjs_getFrame(inner->element), outer);
  mj_deleteSpec(c);
}
END_TEST

// ---------------------------------------------------------------- the rules

static void check_element(Spec* s, Element* e, const Body* parent) {
  ck_assert_ptr_eq(e->spec, s);
  ck_assert_ptr_eq(e->parent, parent);
  ck_assert(e->listed && spec_holds(s, e->origin));
  ck_assert(!e->defclass || e->defclass->base.spec == s);
  ck_assert(!e->frame || e->frame->base.parent == parent);
  mjsPlugin* plugin = element_plugin(e);
  if (plugin && plugin->element)
    ck_assert_int_ge(list_position(&s->list[mjOBJ_PLUGIN], (Element*)plugin->element), 0);
  for (const Loan* loan = e->loan; loan; loan = loan->earlier) {
    const Spec* from = loan->parent ? loan->parent->base.spec : loan->spec;
    ck_assert(from != s && spec_holds(s, from));
    if (loan->parent)
      ck_assert_int_ge(list_position(&loan->parent->lent, e), 0);
  }
}

static void check_pending(const Spec* s, const PendingKey* key) {
  for (int i = 0; key && i < key->nvalue; i++)
    ck_assert_ptr_eq(key->value[i].element->spec, s);
}

static void check_rules(Spec* s) {
  check_element(s, &s->world->base, NULL);
  for (Body* b = s->world; b; b = body_next(s->world, b)) {
    for (int k = 0; k < NCHILDLIST; k++)
      for (int i = 0; i < b->child[k].count; i++)
        check_element(s, b->child[k].item[i], b);
  }
  for (int type = 0; type < mjNOBJECT; type++) {
    for (int i = 0; i < s->list[type].count; i++) {
      check_element(s, s->list[type].item[i], NULL);
      ck_assert_int_eq(s->list[type].item[i]->index, i);
    }
  }
  for (int i = 0; i < s->npending; i++)
    check_pending(s, s->pending[i]);
  for (int i = 0; i < s->list[mjOBJ_KEY].count; i++)
    check_pending(s, ((Key*)s->list[mjOBJ_KEY].item[i])->resolved);
}

// ---------------------------------------------------------------- random editing

enum { NSPEC = 4, NSTEP = 150 };

static unsigned seed;
static mjSpec* spec[NSPEC];

static int draw(int n) {
  seed = seed * 1664525u + 1013904223u;
  return (int)((seed >> 9) % (unsigned)n);
}

static mjsElement* pick(mjSpec* s, mjtObj type) {
  int n = spec_count(spec_of(s), type);
  mjsElement* e = n ? mjs_firstElement(s, type) : NULL;
  for (int k = n ? draw(n) : 0; k > 0 && e; k--)
    e = mjs_nextElement(s, e);
  return e;
}

static void name_it(mjsElement* e) {
  char name[8];
  snprintf(name, sizeof name, "n%d", draw(60));
  if (draw(3))
    mjs_setName(e, name);
}

static const char* some_name(mjSpec* s, mjtObj type) {
  mjsElement* e = pick(s, type);
  return e ? element_name((Element*)e) : "none";
}

static void add_something(mjSpec* s, mjsBody* b) {
  switch (draw(9)) {
    case 0: name_it(mjs_addBody(b, NULL)->element); break;
    case 1: name_it(mjs_addGeom(b, NULL)->element); break;
    case 2: name_it(mjs_addJoint(b, NULL)->element); break;
    case 3: name_it(mjs_addSite(b, NULL)->element); break;
    case 4: {
      mjsFrame* f = mjs_addFrame(b, mjs_asFrame(mjs_firstChild(b, mjOBJ_FRAME, 0)));
      mjsElement* e = mjs_firstChild(b, draw(2) ? mjOBJ_GEOM : mjOBJ_BODY, 0);
      if (e)
        mjs_setFrame(e, f);
      break;
    }
    case 5: {
      mjsActuator* a = mjs_addActuator(s, NULL);
      a->trntype = mjTRN_JOINT;
      mjs_setString(a->target, some_name(s, mjOBJ_JOINT));
      name_it(a->element);
      break;
    }
    case 6: {
      mjsTendon* t = mjs_addTendon(s, NULL);
      mjs_wrapJoint(t, some_name(s, mjOBJ_JOINT), 1);
      mjs_wrapGeom(t, some_name(s, mjOBJ_GEOM), some_name(s, mjOBJ_SITE));
      break;
    }
    case 7: {
      mjsPlugin* p = mjs_addPlugin(s);
      if (draw(2))
        name_it(p->element);
      b->plugin.active = 1;
      b->plugin.element = p->element;
      break;
    }
    default: {
      mjsDefault* d = mjs_addDefault(s, draw(2) ? "c" : "d", NULL);
      if (d)
        mjs_addGeom(b, d);
      mjs_setName(mjs_addMaterial(s, NULL)->element, draw(2) ? "m" : "w");
      double qpos[200] = {0};
      int nq = spec_count(spec_of(s), mjOBJ_JOINT);
      if (nq && nq < 200 && !draw(3))
        mjs_setDouble(mjs_addKey(s)->qpos, qpos, nq);
    }
  }
}

static void attach_something(mjSpec* s, mjsBody* b) {
  mjSpec* from = spec[draw(NSPEC)];
  if (spec_count(spec_of(s), mjOBJ_BODY) > 80)
    return;
  if (!from || spec_count(spec_of(from), mjOBJ_BODY) > 80)
    return;
  mjsElement* child[3] = {from->element, pick(from, mjOBJ_FRAME), pick(from, mjOBJ_BODY)};
  mjsElement* parent[3] = {b->element, pick(s, mjOBJ_FRAME), pick(s, mjOBJ_SITE)};
  int c = draw(3), p = draw(3);
  char prefix[8];
  snprintf(prefix, sizeof prefix, "p%d", draw(50));
  if (child[c] && parent[p])
    mjs_attach(parent[p], child[c], prefix, "");
}

static void delete_something(mjSpec* s) {
  static const mjtObj kinds[] = {mjOBJ_BODY,     mjOBJ_BODY,   mjOBJ_GEOM,   mjOBJ_JOINT,
                                 mjOBJ_ACTUATOR, mjOBJ_TENDON, mjOBJ_PLUGIN, mjOBJ_MATERIAL,
                                 mjOBJ_KEY,      mjOBJ_FRAME};
  mjsElement* e = pick(s, kinds[draw((int)(sizeof kinds / sizeof kinds[0]))]);
  if (e)
    mjs_delete(s, e);
  mjsDefault* d = draw(4) ? NULL : mjs_findDefault(s, "c");
  if (d)
    mjs_delete(s, d->element);
}

static void step(void) {
  int i = draw(NSPEC), j = draw(NSPEC);
  if (!spec[i])
    return;
  mjsBody* b = mjs_asBody(pick(spec[i], mjOBJ_BODY));
  switch (draw(16)) {
    case 0:
    case 1:
    case 2:
    case 3: attach_something(spec[i], b); break;
    case 4:
    case 5: delete_something(spec[i]); break;
    case 6: mjs_bodyToFrame(&b); break;
    case 7:
      if (!spec[j])
        spec[j] = mj_copySpec(spec[i]);
      break;
    case 8:
      if (draw(4))
        break;
      mj_deleteSpec(spec[i]);
      spec[i] = draw(3) ? mj_makeSpec() : NULL;
      break;
    default: add_something(mjs_getSpec(b->element), b);
  }
}

static void ignore(const char* message) { (void)message; }

// deepcopy: 0 share, 1 copy, 2 each spec as it comes
static void edit_at_random(unsigned first, int deepcopy) {
  seed = first * 7919u + 1u;
  for (int i = 0; i < NSPEC; i++) {
    spec[i] = mj_makeSpec();
    mjs_setDeepCopy(spec[i], deepcopy < 2 ? deepcopy : draw(2));
  }
  for (int n = 0; n < NSTEP; n++) {
    step();
    for (int i = 0; i < NSPEC && n % 8 == 0; i++)
      if (spec[i])
        check_rules(spec_of(spec[i]));
  }
  int shift = draw(NSPEC);
  for (int i = 0; i < NSPEC; i++)
    mj_deleteSpec(spec[(i + shift) % NSPEC]);
}

START_TEST(every_element_has_one_owner_after_any_edit) {
  mju_user_warning = ignore;
  for (unsigned first = 0; first < 10; first++)
    for (int deepcopy = 0; deepcopy < 3; deepcopy++)
      edit_at_random(first, deepcopy);
}
END_TEST

RUN_SUITE("sharing", every_attachment_brings_the_assets_it_refers_to,
          a_chain_of_loans_is_unwound_link_by_link,
          what_is_borrowed_returns_when_the_body_around_it_is_deleted,
          each_part_returns_to_its_own_lender, a_returned_part_keeps_its_frames,
          every_element_has_one_owner_after_any_edit)
