// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Attaching by reference: elements that move to another spec and may come back.
//
// An element is only ever in one list. Lending removes it from the lender's list and records its
// place in a loan; the borrower then owns it. When its owner releases a borrowed element, because
// the element, the body around it or the whole spec is deleted, it returns to the latest lender.
// Nothing else outlives its owner.
//
// No pointer is left dangling. The borrower holds the lender (a counted reference, and a spec can
// borrow only if the other side does not hold it, so there are no cycles). A body that is freed
// removes itself from the loans that name it. Everything that an element points to in its spec
// (class, plugin instance, keyframes, frame) is replaced by its equivalent in the other spec when
// the element moves.

#include <stdlib.h>

#include "core/model/spec/tree.h"

static Spec* lender_of(const Loan* loan) {
  return loan->parent ? loan->parent->base.spec : loan->spec;
}

static void set_spec(void* context, Element* e) {
  element_unindex_name(e);
  e->spec = context;
  if (e->kind->type == mjOBJ_TENDON) {
    const ElementList* path = &((Tendon*)e)->path;
    for (int i = 0; i < path->count; i++)
      set_spec(context, path->item[i]);
  }
  if (e->listed)
    element_index_name(e);
}

void element_lend(Element* e, Spec* to) {
  Loan* loan = spec_alloc(sizeof *loan);
  *loan = (Loan){e->spec, e->parent, e->frame, e->index, e->loan};
  element_detach(e);
  list_push(e->parent ? &e->parent->lent : &e->spec->lent, e);
  e->loan = loan;
  e->parent = NULL;
  subtree_visit(e, set_spec, to);
}

// The list of lent elements may name an element only once: a body or spec lends what it owns.
static void strike(Element* e, Loan** at) {
  Loan* loan = *at;
  *at = loan->earlier;
  ElementList* lent = loan->parent ? &loan->parent->lent : &loan->spec->lent;
  for (int i = 0, kept = 0, n = lent->count; i < n; i++)
    if (lent->item[i] == e)
      lent->count--;
    else
      lent->item[kept++] = lent->item[i];
  free(loan);
}

void element_unlend(Element* e, const Body* parent) {
  for (Loan** at = &e->loan; *at; at = &(*at)->earlier) {
    if ((*at)->parent != parent)
      continue;
    strike(e, at);
    return;
  }
}

static void look_for_lent(void* context, Element* e) {
  if (e->kind->type == mjOBJ_BODY && ((Body*)e)->lent.count)
    *(int*)context = 1;
}

int subtree_has_lent(Element* e) {
  int found = 0;
  subtree_visit(e, look_for_lent, &found);
  return found;
}

// ---------------------------------------------------------------- elements seen by programs

static int has_kind(const ElementList* list, mjtObj type) {
  int i = 0;
  while (i < list->count && list->item[i]->kind->type != type)
    i++;
  return i < list->count;
}

// Own elements of a kind, then the lent ones are put back: last out, first in.
static void put_back(const ElementList* own, const ElementList* lent, mjtObj type,
                     ElementList* out) {
  int start = out->count, replaced = has_kind(lent, type);
  for (int i = 0; own && i < own->count; i++)
    if (!replaced || !own->item[i]->is_spare)
      list_push(out, own->item[i]);
  for (int i = lent->count - 1; i >= 0; i--) {
    Element* e = lent->item[i];
    const Loan* loan = e->loan;
    if (e->kind->type != type)
      continue;
    while (loan->earlier && (loan->parent ? &loan->parent->lent : &loan->spec->lent) != lent)
      loan = loan->earlier;
    list_push(out, e);
    for (int k = out->count - 1; k > start && k > start + loan->place; k--) {
      out->item[k] = out->item[k - 1];
      out->item[k - 1] = e;
    }
  }
}

void view_body(Body* root, mjtObj type, int recurse, ElementList* out) {
  ElementList stack = {0};
  out->count = 0;
  list_push(&stack, &root->base);
  while (stack.count) {
    Body* b = (Body*)stack.item[--stack.count];
    int first = stack.count;
    if (type == mjOBJ_BODY && b != root)
      list_push(out, &b->base);
    if (type != mjOBJ_BODY)
      put_back(body_list(b, type), &b->lent, type, out);
    if (b != root && !recurse)
      continue;
    if (type != mjOBJ_BODY && !recurse)
      continue;
    put_back(body_list(b, mjOBJ_BODY), &b->lent, mjOBJ_BODY, &stack);
    for (int i = first, k = stack.count - 1; i < k; i++, k--) {
      Element* e = stack.item[i];
      stack.item[i] = stack.item[k];
      stack.item[k] = e;
    }
  }
  list_free(&stack);
}

void view_spec(Spec* s, mjtObj type, ElementList* out) {
  out->count = 0;
  if (element_is_tree(type)) {
    if (type == mjOBJ_BODY)
      list_push(out, &s->world->base);
    ElementList below = {0};
    view_body(s->world, type, 1, &below);
    for (int i = 0; i < below.count; i++)
      list_push(out, below.item[i]);
    list_free(&below);
  } else if ((int)type > 0 && (int)type < mjNOBJECT) {
    put_back(&s->list[type], &s->lent, type, out);
  }
}

// ---------------------------------------------------------------- going back

// the instance of the same name, or a copy
static void bring_instance(Spec* to, mjsPlugin* plugin) {
  Element* instance = plugin ? (Element*)plugin->element : NULL;
  if (!instance || instance->spec == to)
    return;
  const char* name = element_name(instance);
  Element* found = name[0] ? spec_find(to, mjOBJ_PLUGIN, name) : NULL;
  if (!found) {
    found = element_clone(to, instance);
    found->origin = to;
    spec_adopt(to, found);
  }
  plugin->element = &found->pub;
}

// Elements borrowed from the same lender, or from one that this spec does not hold, do not move
// with their surroundings but return to their own place.
static void return_strangers(Body* b, Spec* lender) {
  for (int k = 0; k < NCHILDLIST; k++) {
    for (int i = b->child[k].count - 1; i >= 0; i--) {
      Element* e = b->child[k].item[i];
      const Spec* owner = e->loan ? lender_of(e->loan) : NULL;
      if (owner && (owner == lender || !spec_holds(lender, owner)))
        element_drop(e);
      else if (e->kind->type == mjOBJ_BODY)
        return_strangers((Body*)e, lender);
    }
  }
}

static void move_back(void* context, Element* e) {
  Spec* lender = context;
  pending_keys_forget(e->spec, e);
  set_spec(lender, e);
  if (e->defclass)
    e->defclass = lender->main;
  if (!spec_holds(lender, e->origin))
    e->origin = lender;
  bring_instance(lender, element_plugin(e));
  if (e->kind->type != mjOBJ_TENDON)
    return;
  const ElementList* path = &((Tendon*)e)->path;
  for (int i = 0; i < path->count; i++)
    path->item[i]->origin = e->origin;
}

void element_return(Element* e) {
  Loan loan = *e->loan;
  Spec* lender = lender_of(&loan);
  strike(e, &e->loan);
  e->listed = 0;
  e->parent = NULL;
  e->frame = NULL;
  if (e->kind->type == mjOBJ_BODY)
    return_strangers((Body*)e, lender);
  subtree_visit(e, move_back, lender);
  if (!loan.parent) {
    spec_adopt(lender, e);
    return;
  }
  body_adopt(loan.parent, e);
  lender->ids_valid = IDS_ON_DEMAND;

  // the frame it was in, unless that is gone or is now inside it
  int there = 0;
  const ElementList* frames = &loan.parent->child[CHILD_FRAME];
  for (int i = 0; i < frames->count; i++)
    there |= frames->item[i] == (const Element*)loan.frame;
  if (!there)
    return;
  for (const Frame* outer = loan.frame; outer; outer = outer->base.frame)
    if (&outer->base == e)
      return;
  e->frame = loan.frame;
}
