// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Flexes that touch, or nearly touch, a plane, a ball, a box and each other. `cloth` and `cell` are
// passive; a vertex of `cloth` is fixed. The cell has a higher number than what it touches: the
// reference takes an interpolated flex that comes first for another point.

#ifndef TESTS_PASSIVE_CONTACT_SCENE_H_
#define TESTS_PASSIVE_CONTACT_SCENE_H_

static const char passive_scene[] =
    "<mujoco><worldbody>"
    "<geom type='plane' size='3 3 .1'/>"
    "<geom type='box' size='.2 .2 .1' pos='1 0 0'/>"
    "<body pos='.04 .03 .07'><joint type='slide' axis='0 0 1'/><joint axis='0 1 1' pos='.1 0 0'/>"
    "<geom size='.05' mass='.1'/></body>"
    "<flexcomp name='cloth' type='grid' count='3 3 1' spacing='.1 .1 .1' pos='0 0 .015' dim='2'"
    " radius='.02'><contact selfcollide='none' internal='false' margin='.02' passive='true'/>"
    "<pin id='0'/></flexcomp>"
    "<flexcomp name='strip' type='grid' count='3 3 1' spacing='.1 .1 .1' pos='.5 0 .03' dim='2'"
    " radius='.02'><contact selfcollide='none' internal='false' margin='.02'/></flexcomp>"
    "<flexcomp name='above' type='grid' count='3 3 1' spacing='.08 .08 .1' pos='.95 .02 .26' "
    "dim='2'"
    " radius='.02'><contact selfcollide='none' internal='false'/></flexcomp>"
    "<flexcomp name='cell' type='grid' count='4 4 4' spacing='.05 .05 .05' pos='1.03 0 .172' "
    "dim='3'"
    " radius='.005' dof='trilinear'>"
    "<contact selfcollide='none' internal='false' passive='true'/></flexcomp>"
    "</worldbody></mujoco>";

#endif  // TESTS_PASSIVE_CONTACT_SCENE_H_
