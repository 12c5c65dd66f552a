// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <string.h>

#include <fulcrum/host.h>

#include "core/kernel/kinds/actuator.h"
#include "core/model/compile/compile.h"
#include "core/model/spec/pose.h"

#define MAX_SAMPLES (1 << 24)

static void transmission(Compile* c, ActuatorRecord* r) {
  const Element* e = &r->actuator->base;
  const mjsActuator* p = r->pub;
  const char *target = handle_string(p->target), *refsite = handle_string(p->refsite),
             *slider = handle_string(p->slidersite);
  r->trnid[0] = r->trnid[1] = -1;
  mjtObj type = mjOBJ_UNKNOWN;
  if (!target[0])
    compile_fail(c, e, "missing transmission target for actuator");
  switch (p->trntype) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      r->trnid[0] = compile_find_id(c, mjOBJ_JOINT, target);
      if (r->trnid[0] < 0)
        compile_fail(c, e, "unknown transmission target '%s' for actuator id = %d", target,
                     e->index);
      return;
    case mjTRN_TENDON: type = mjOBJ_TENDON; break;
    case mjTRN_SLIDERCRANK:
    case mjTRN_SITE: type = mjOBJ_SITE; break;
    case mjTRN_BODY: type = mjOBJ_BODY; break;
    case mjTRN_UNDEFINED: compile_fail(c, e, "missing transmission target for actuator");
    default: compile_fail(c, e, "invalid transmission type in actuator");
  }

  // the second site first, because it is the one that is usually forgotten
  if (p->trntype == mjTRN_SLIDERCRANK) {
    if (p->cranklength <= 0)
      compile_fail(c, e, "crank length must be positive in actuator");
    if (!slider[0])
      compile_fail(c, e, "missing base site for slider-crank '%s' (id = %d)", element_name(e),
                   e->index);
    r->trnid[1] = compile_find_id(c, mjOBJ_SITE, slider);
    if (r->trnid[1] < 0)
      compile_fail(c, e, "base site '%s' not found for actuator %d", slider, e->index);
  } else if (p->trntype == mjTRN_SITE && refsite[0]) {
    r->trnid[1] = compile_find_id(c, mjOBJ_SITE, refsite);
    if (r->trnid[1] < 0)
      compile_fail(c, e, "reference site '%s' not found for actuator %d", refsite, e->index);
  }
  r->trnid[0] = compile_find_id(c, type, target);
  if (r->trnid[0] < 0)
    compile_fail(c, e, "transmission target '%s' not found in actuator %d", target, e->index);
}

// a servo may inherit its range from its target
static void inherit_range(Compile* c, ActuatorRecord* r) {
  const Element* e = &r->actuator->base;
  const mjsActuator* p = r->pub;
  const int servo = p->inheritrange > 0 ? actuator_is_servo(p) : 0;
  if (servo < 0)
    compile_fail(c, e, "%s", fc_lastError());
  if (!servo)
    return;
  const FcInheritRange which = actuator_inherits(p);
  if (which == FC_INHERIT_NOTHING)
    compile_fail(c, e, "inheritrange only available for position and intvelocity actuators");
  double* range = which == FC_INHERIT_ACT ? r->actrange : r->ctrlrange;

  const double* source = NULL;
  if (p->trntype == mjTRN_JOINT) {
    const Joint* joint = (const Joint*)compile_find(c, mjOBJ_JOINT, handle_string(p->target));
    if (joint->pub.type != mjJNT_HINGE && joint->pub.type != mjJNT_SLIDE)
      compile_fail(c, e, "inheritrange can only be used with hinge and slide joints, actuator");
    const BodyRecord* b = body_record(c, &joint->base.parent->base);
    for (int k = b->joint; k < b->joint + b->njoint; k++)
      if (c->joint[k].joint == joint)
        source = c->joint[k].range;
  } else if (p->trntype == mjTRN_TENDON) {
    source = c->tendon[r->trnid[0]].pub->range;
  }
  if (!source)
    compile_fail(c, e,
                 "inheritrange can only be used with joint and tendon transmission, actuator");
  if (source[0] == source[1]) {
    compile_fail(c, e, "inheritrange used but target '%s' has no range defined in actuator %d",
                 handle_string(p->target), e->index);
  }
  double mean = 0.5 * (source[1] + source[0]),
         radius = 0.5 * (source[1] - source[0]) * p->inheritrange;
  range[0] = mean - radius;
  range[1] = mean + radius;
}

static void limits(Compile* c, ActuatorRecord* r, const ActuatorCount* n) {
  const Element* e = &r->actuator->base;
  const mjsActuator* p = r->pub;
  r->forcelimited = compile_limited(c, e, "actuator", "force", p->forcelimited, p->forcerange);
  r->ctrllimited = compile_limited(c, e, "actuator", "ctrl", p->ctrllimited, r->ctrlrange);
  r->actlimited = compile_limited(c, e, "actuator", "act", p->actlimited, r->actrange);
  if (r->forcelimited && p->forcerange[0] >= p->forcerange[1])
    compile_fail(c, e, "invalid force range for actuator");
  if (r->ctrllimited && r->ctrlrange[0] >= r->ctrlrange[1])
    compile_fail(c, e, "invalid control range for actuator");
  if (r->actlimited && r->actrange[0] >= r->actrange[1])
    compile_fail(c, e, "invalid actrange for actuator");
  if (r->actlimited && !n->dynamics && !n->force)
    compile_fail(c, e, "actrange specified but dyntype is 'none' in actuator");
}

// Checks actdim against the laws. Only a callback and a MuJoCo plugin accept any number; the latter
// keeps its own variables ahead of the law's.
static void check_actdim(Compile* c, const ActuatorRecord* r, const ActuatorCount* n) {
  const Element* e = &r->actuator->base;
  const mjsActuator* p = r->pub;
  const int is_user = law_is_user(LAW_DYNAMICS, (int)p->dyntype);
  const int expected = n->force + n->dynamics, more = p->actdim - expected;
  if (n->is_face || expected > 1) {
    const int more_allowed = is_user || (p->plugin.active && !n->is_face);
    if (p->actdim >= 0 && (more < 0 || (more && !more_allowed)))
      compile_fail(c, e, "actdim %d in actuator whose laws have %d activation variables", p->actdim,
                   expected);
  } else if (!p->plugin.active) {
    if (p->actdim > 1 && !is_user)
      compile_fail(c, e, "actdim > 1 is only allowed for dyntype 'user' in actuator");
    if (p->actdim == 1 && !expected)
      compile_fail(c, e, "invalid actdim 1 in stateless actuator");
    if (p->actdim == 0 && expected)
      compile_fail(c, e, "invalid actdim 0 in stateful actuator");
  }
}

static void activation(Compile* c, ActuatorRecord* r, const ActuatorCount* n) {
  const Element* e = &r->actuator->base;
  const mjsActuator* p = r->pub;
  if (law_is_face(LAW_DYNAMICS, (int)p->dyntype) && !n->dynamics)
    compile_fail(c, e, "an activation law without activation variables in actuator");
  check_actdim(c, r, n);
  r->actnum = p->actdim < 0 ? n->force + n->dynamics : p->actdim;
  if (r->actnum > MAX_SAMPLES)
    compile_fail(c, e, "actdim is too large in actuator: %d, at most %d expected", r->actnum,
                 MAX_SAMPLES);
}

void compile_history(Compile* c, const Element* e, double delay, int nsample, const char* kind) {
  if (delay > 0 && nsample <= 0)
    compile_fail(c, e, "setting delay > 0 without a history buffer: nsample must be positive");
  if (nsample > MAX_SAMPLES)
    compile_fail(c, e, "at most 2^24 samples in %shistory buffer, got %d", kind, nsample);
}

static void actuator(Compile* c, ActuatorRecord* r) {
  const Element* e = &r->actuator->base;
  const mjsActuator* p = r->pub;
  compile_user(c, e, p->userdata, c->nuser_actuator, "actuator");
  memcpy(r->ctrlrange, p->ctrlrange, sizeof r->ctrlrange);
  memcpy(r->actrange, p->actrange, sizeof r->actrange);
  transmission(c, r);
  inherit_range(c, r);
  ActuatorCount n;
  if (actuator_count(p, &n))
    compile_fail(c, e, "%s", fc_lastError());
  limits(c, r, &n);
  activation(c, r, &n);
  if (actuator_check_laws(p))
    compile_fail(c, e, "%s", fc_lastError());
  r->plugin = compile_plugin(c, e, &p->plugin, mjPLUGIN_ACTUATOR, "actuators");
  if (actuator_check_force(p))
    compile_fail(c, e, "%s", fc_lastError());
  compile_history(c, e, p->delay, p->nsample, "");
}

void compile_actuators(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_ACTUATOR];
  c->nactuator = list->count;
  c->actuator = COMPILE_NEW(c, ActuatorRecord, c->nactuator);
  for (int i = 0; i < c->nactuator; i++) {
    ActuatorRecord* r = c->actuator + i;
    r->actuator = (Actuator*)list->item[i];
    r->pub = &r->actuator->pub;
    actuator(c, r);
    c->na += r->actnum;
  }
}
