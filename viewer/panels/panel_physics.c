// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Left panel, section Physics: implementations, options, flags.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "viewer/panels/panel_sections.h"

static const char* choice_name(const void* choice, int i) {
  return ((const Choice*)choice)->name[i];
}

// item that selects the side a section edits
static void panel_side(mjUI* ui, Sides* s) {
  if (s->compare)
    item_add(ui, mjITEM_RADIO, "Side", 2, &s->edited, ID_EDITED, "Left\nRight");
}

// menus of installed implementations
static void panel_choices(mjUI* ui, Faces* f, int side) {
  for (int i = 0; i < CHOICES; i++) {
    Choice* c = &f->choice[i];
    item_choices(ui, mjITEM_SELECT, faces_labels[i], 2, &c->now[side], ID_CHOICE + i, c->n,
                 choice_name, c);
  }
}

static void panel_algorithm(mjUI* ui, mjOption* o) {
  item_add(ui, mjITEM_SELECT, "Cone", 2, &o->cone, ID_FLAGS, "Pyramidal\nElliptic");
  item_add(ui, mjITEM_SELECT, "Jacobian", 2, &o->jacobian, ID_FLAGS, "Dense\nSparse\nAuto");
  item_add(ui, mjITEM_SEPARATOR, "Algorithmic Parameters", mjPRESERVE, NULL, ID_NONE, "%s", "");
  item_add(ui, mjITEM_EDITNUM, "Timestep", 2, &o->timestep, ID_SPEED, "1 1e-8 1");
  item_add(ui, mjITEM_EDITINT, "Iterations", 2, &o->iterations, ID_FLAGS, "1 0 1000");
  item_add(ui, mjITEM_EDITNUM, "Tolerance", 2, &o->tolerance, ID_FLAGS, "1 0 1");
  item_add(ui, mjITEM_EDITINT, "LS Iter", 2, &o->ls_iterations, ID_FLAGS, "1 0 1000");
  item_add(ui, mjITEM_EDITNUM, "LS Tol", 2, &o->ls_tolerance, ID_FLAGS, "1 0 0.1");
  item_add(ui, mjITEM_EDITINT, "Noslip Iter", 2, &o->noslip_iterations, ID_FLAGS, "1 0 1000");
  item_add(ui, mjITEM_EDITNUM, "Noslip Tol", 2, &o->noslip_tolerance, ID_FLAGS, "1 0 1");
  item_add(ui, mjITEM_EDITINT, "CCD Iter", 2, &o->ccd_iterations, ID_FLAGS, "1 0 1000");
  item_add(ui, mjITEM_EDITNUM, "CCD Tol", 2, &o->ccd_tolerance, ID_FLAGS, "1 0 1");
  item_add(ui, mjITEM_EDITNUM, "Sleep Tol", 2, &o->sleep_tolerance, ID_FLAGS, "1 0 1");
  item_add(ui, mjITEM_EDITINT, "SDF Iter", 2, &o->sdf_iterations, ID_FLAGS, "1 1 20");
  item_add(ui, mjITEM_EDITINT, "SDF Init", 2, &o->sdf_initpoints, ID_FLAGS, "1 1 100");
}

static void panel_world(mjUI* ui, mjOption* o) {
  item_add(ui, mjITEM_SEPARATOR, "Physical Parameters", mjPRESERVE, NULL, ID_NONE, "%s", "");
  item_add(ui, mjITEM_EDITNUM, "Gravity", 2, o->gravity, ID_FLAGS, "3");
  item_add(ui, mjITEM_EDITNUM, "Wind", 2, o->wind, ID_FLAGS, "3");
  item_add(ui, mjITEM_EDITNUM, "Magnetic", 2, o->magnetic, ID_FLAGS, "3");
  item_add(ui, mjITEM_EDITNUM, "Density", 2, &o->density, ID_FLAGS, "1");
  item_add(ui, mjITEM_EDITNUM, "Viscosity", 2, &o->viscosity, ID_FLAGS, "1");
  item_add(ui, mjITEM_EDITNUM, "Imp Ratio", 2, &o->impratio, ID_FLAGS, "1");
}

static void panel_flags(mjUI* ui, mjOption* o, Flags* f) {
  item_add(ui, mjITEM_SEPARATOR, "Disable Flags", mjPRESERVE, NULL, ID_NONE, "%s", "");
  for (int i = 0; i < mjNDISABLE; i++)
    item_add(ui, mjITEM_CHECKINT, mjDISABLESTRING[i], 2, f->disable + i, ID_FLAGS, "%s", "");
  item_add(ui, mjITEM_SEPARATOR, "Enable Flags", mjPRESERVE, NULL, ID_NONE, "%s", "");
  for (int i = 0; i < mjNENABLE; i++)
    item_add(ui, mjITEM_CHECKINT, mjENABLESTRING[i], 2, f->enable + i, ID_FLAGS, "%s", "");
  item_add(ui, mjITEM_SEPARATOR, "Contact Override", mjPRESERVE, NULL, ID_NONE, "%s", "");
  item_add(ui, mjITEM_EDITNUM, "Margin", 2, &o->o_margin, ID_FLAGS, "1");
  item_add(ui, mjITEM_EDITNUM, "Sol Imp", 2, o->o_solimp, ID_FLAGS, "5");
  item_add(ui, mjITEM_EDITNUM, "Sol Ref", 2, o->o_solref, ID_FLAGS, "2");
  item_add(ui, mjITEM_EDITNUM, "Friction", 2, o->o_friction, ID_FLAGS, "5");
  item_add(ui, mjITEM_SEPARATOR, "Actuator Group Enable", mjPRESERVE, NULL, ID_NONE, "%s", "");
  for (int i = 0; i < mjNGROUP; i++) {
    char name[20];
    snprintf(name, sizeof name, "Act Group %d", i);
    item_add(ui, mjITEM_CHECKINT, name, 2, f->actuator_group + i, ID_FLAGS, "%s", "");
  }
}

void panel_physics(mjUI* ui, Sides* s, Faces* f, Flags* flags) {
  item_section(ui, "Physics", mjPRESERVE, "AP");
  if (!s->m)
    return;
  mjOption* o = sides_option(s);
  panel_side(ui, s);
  panel_choices(ui, f, s->edited);
  panel_algorithm(ui, o);
  panel_world(ui, o);
  panel_flags(ui, o, flags);
}

// ---------------------------------------------------------------- modules

// 1: the range spans orders of magnitude
static int is_wide(const FcParameter* about) {
  return about->type == FC_REAL && about->min >= 0 && about->min < about->max && about->def > 0 &&
         about->max - about->min > 100 * about->def;
}

// For ranges that span orders of magnitude: a box for the value, and a slider for its logarithm,
// three decades around the default.
static void panel_wide(mjUI* ui, Parameter* p, const char* name, int state, int i) {
  const FcParameter* about = p->about;
  const double middle = log10(about->def);
  const double least = about->min > 0 ? fmax(middle - 3, log10(about->min)) : middle - 3;
  item_add(ui, mjITEM_EDITNUM, name, state, &p->real, ID_PARAMETER + i, "1 %.17g %.17g", about->min,
           about->max);
  item_add(ui, mjITEM_SLIDERNUM, "  log10", state, &p->exponent, ID_EXPONENT + i, "%.17g %.17g",
           least, fmin(middle + 3, log10(about->max)));
}

// A parameter with a range is a slider, one without a box, a keyword a menu, and so on.
static void panel_parameter(mjUI* ui, Parameter* p, int i) {
  const int id = ID_PARAMETER + i;
  const FcParameter* about = p->about;
  const int state = about->fixed ? 0 : 2;
  char name[mjMAXUINAME];
  if (about->unit)
    snprintf(name, sizeof name, "%.20s [%.12s]", about->key, about->unit);
  else
    snprintf(name, sizeof name, "%.38s", about->key);
  const int ranged = about->min < about->max;
  const double width = about->max - about->min;
  switch (about->type) {
    case FC_REAL:
      if (is_wide(about))
        panel_wide(ui, p, name, state, i);
      else if (ranged && width <= 1e4)
        item_add(ui, mjITEM_SLIDERNUM, name, state, &p->real, id, "%g %g", about->min, about->max);
      else if (ranged)
        item_add(ui, mjITEM_EDITNUM, name, state, &p->real, id, "1 %g %g", about->min, about->max);
      else
        item_add(ui, mjITEM_EDITNUM, name, state, &p->real, id, "1");
      break;
    case FC_INT:
      if (ranged && width <= 1000)
        item_add(ui, mjITEM_SLIDERINT, name, state, &p->whole, id, "%g %g", about->min, about->max);
      else if (ranged)
        item_add(ui, mjITEM_EDITINT, name, state, &p->whole, id, "1 %g %g", about->min, about->max);
      else
        item_add(ui, mjITEM_EDITINT, name, state, &p->whole, id, "1");
      break;
    case FC_BOOL: item_add(ui, mjITEM_CHECKINT, name, state, &p->whole, id, "%s", ""); break;
    default: item_add(ui, mjITEM_EDITINT, name, 0, &p->whole, id, "1"); break;
  }
}

static const char* keyword(const void* parameter, int i) {
  return ((const FcParameter*)parameter)->keywords[i];
}

static void panel_keywords(mjUI* ui, Parameter* p, int id) {
  const FcParameter* about = p->about;
  const int state = about->fixed ? 0 : 2;
  if (about->type == FC_CHOICE)
    item_choices(ui, mjITEM_SELECT, about->key, state, &p->whole, id, faces_keywords(about),
                 keyword, about);
  else
    item_add(ui, mjITEM_CHECKINT, about->keywords[p->bit], state, &p->whole, id, "%s", "");
}

static void panel_parameters(mjUI* ui, Faces* f) {
  const char* face = "";
  for (int i = 0; i < f->nparameter; i++) {
    Parameter* p = f->parameter + i;
    if (strcmp(face, p->face) != 0)
      item_add(ui, mjITEM_SEPARATOR, face = p->face, 1, NULL, ID_NONE, "%s", "");
    if (p->about->type == FC_CHOICE || p->about->type == FC_WORDS)
      panel_keywords(ui, p, ID_PARAMETER + i);
    else
      panel_parameter(ui, p, i);
  }
}

void panel_modules(mjUI* ui, Sides* s, Faces* f) {
  item_section(ui, "Modules", mjPRESERVE, "AM");
  if (!s->m)
    return;
  item_add(ui, mjITEM_BUTTON, "Reload code", 2, NULL, ID_RELOAD_MODULES, "CR");
  panel_side(ui, s);
  panel_parameters(ui, f);
  item_section(ui, "Compare", mjPRESERVE, "AB");
  item_add(ui, mjITEM_CHECKINT, "Side by side", 2, &s->want_compare, ID_COMPARE, "CB");
}
