// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Global callbacks and string tables.

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

mjfGeneric mjcb_passive = NULL;
mjfGeneric mjcb_control = NULL;
mjfConFilt mjcb_contactfilter = NULL;
mjfSensor mjcb_sensor = NULL;
mjfTime mjcb_time = NULL;
mjfAct mjcb_act_dyn = NULL;
mjfAct mjcb_act_gain = NULL;
mjfAct mjcb_act_bias = NULL;

void mj_resetCallbacks(void) {
  mjcb_passive = NULL;
  mjcb_control = NULL;
  mjcb_contactfilter = NULL;
  mjcb_sensor = NULL;
  mjcb_time = NULL;
  mjcb_act_dyn = NULL;
  mjcb_act_gain = NULL;
  mjcb_act_bias = NULL;
}

int fc_processorLevel(void) { return FC_LEVEL; }

// licences existed once; there is nothing to activate any more
int mj_activate(const char* filename) {
  (void)filename;
  return 1;
}
void mj_deactivate(void) {}

//------------------------------ names of flags and timers -----------------------------------------

const char* mjDISABLESTRING[mjNDISABLE] = {
    "Constraint", "Equality",  "Frictionloss", "Limit",        "Contact",   "Spring",  "Damper",
    "Gravity",    "Clampctrl", "Warmstart",    "Filterparent", "Actuation", "Refsafe", "Sensor",
    "Midphase",   "Eulerdamp", "AutoReset",    "NativeCCD",    "Island"};

const char* mjENABLESTRING[mjNENABLE] = {"Override",    "Energy",   "Fwdinv",
                                         "InvDiscrete", "MultiCCD", "Sleep"};

const char* mjTIMERSTRING[mjNTIMER] = {
    "step",          "forward",    "inverse",     "position",       "velocity",
    "actuation",     "constraint", "advance",     "pos_kinematics", "pos_inertia",
    "pos_collision", "pos_make",   "pos_project", "col_broadphase", "col_narrowphase"};

//------------------------------ visualisation: name, default, shortcut ----------------------------

const char* mjLABELSTRING[mjNLABEL] = {
    "None",      "Body",     "Joint",    "Geom",         "Site",  "Camera",
    "Light",     "Tendon",   "Actuator", "Constraint",   "Flex",  "Skin",
    "Selection", "SelPoint", "Contact",  "ContactForce", "Island"};

const char* mjFRAMESTRING[mjNFRAME] = {"None",   "Body",  "Geom",    "Site",
                                       "Camera", "Light", "Contact", "World"};

const char* mjVISSTRING[mjNVISFLAG][3] = {
    {"Convex Hull", "0", "H"},   {"Texture", "1", "X"},        {"Joint", "0", "J"},
    {"Camera", "0", "Q"},        {"Actuator", "0", "U"},       {"Activation", "0", ","},
    {"Light", "0", "Z"},         {"Tendon", "1", "V"},         {"Range Finder", "1", "Y"},
    {"Equality", "0", "E"},      {"Inertia", "0", "I"},        {"Scale Inertia", "0", "'"},
    {"Perturb Force", "0", "B"}, {"Perturb Object", "1", "O"}, {"Contact Point", "0", "C"},
    {"Island", "0", "N"},        {"Contact Force", "0", "F"},  {"Contact Split", "0", "P"},
    {"Transparent", "0", "T"},   {"Auto Connect", "0", "A"},   {"Center of Mass", "0", "M"},
    {"Select Point", "0", ""},   {"Static Body", "1", "D"},    {"Skin", "1", ";"},
    {"Flex Vert", "0", ""},      {"Flex Edge", "1", ""},       {"Flex Face", "0", ""},
    {"Flex Skin", "1", ""},      {"Body Tree", "0", "`"},      {"Mesh Tree", "0", "\\"},
    {"SDF iters", "0", ""}};

const char* mjRNDSTRING[mjNRNDFLAG][3] = {
    {"Shadow", "1", "S"},   {"Wireframe", "0", "W"}, {"Reflection", "1", "R"},
    {"Additive", "0", "L"}, {"Skybox", "1", "K"},    {"Fog", "0", "G"},
    {"Haze", "1", "/"},     {"Depth", "0", ""},      {"Segment", "0", ","},
    {"Id Color", "0", ""},  {"Cull Face", "1", ""}};
