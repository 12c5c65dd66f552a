// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Documents that cannot be compiled, with what the message must contain: the reason, and the second
// line that names the element. The element's line is that of the document text, which begins after
// <mujoco>.

#ifndef TESTS_COMPILER_ERROR_CASES_H_
#define TESTS_COMPILER_ERROR_CASES_H_

typedef struct ErrorCase_ {
  const char* body;  // between <mujoco> and </mujoco>
  const char* reason;
  const char* element;  // name expected in the second line, NULL: no element
} ErrorCase;

#define WORLD(text) "<worldbody>" text "</worldbody>"
#define HINGE "<body name='b'><joint name='h'/><geom name='g' size='1'/><site name='s'/></body>"
#define TWO                                                                         \
  HINGE                                                                             \
  "<body name='b2'><joint name='h2' type='slide'/><geom name='g2' size='1'/><site " \
  "name='s2'/></body>"

#define SHOWN                                                                                    \
  "<compiler discardvisual='true'/><asset><texture name='x' type='2d' builtin='flat' width='2' " \
  "height='2'/><mesh name='m' vertex='0 0 0 1 0 0 0 2 0 0 0 3'/></asset>"
#define TUPLE(type, name) \
  "<custom><tuple name='t'><element objtype='" type "' objname='" name "'/></tuple></custom>"

static const ErrorCase error_cases[] = {
    // what discardvisual has taken
    {SHOWN TUPLE("mesh", "m"), "object 'm' in tuple 0 not found: discardvisual", "t"},
    {SHOWN TUPLE("texture", "x"), "object 'x' in tuple 0 not found: discardvisual", "t"},

    // joints
    {WORLD("<body><joint name='j' springdamper='1 0'/><geom size='1'/></body>"), "springdamper",
     "j"},
    {WORLD("<body><joint name='j' limited='true' range='1 -1'/><geom size='1'/></body>"),
     "range[0] should be smaller", "j"},
    {WORLD("<body><joint name='j' type='ball' limited='true' range='1 2'/><geom size='1'/></body>"),
     "range[0] should be 0", "j"},
    {WORLD("<body><joint name='j' actuatorfrclimited='true'/><geom size='1'/></body>"),
     "actfrcrange[0]", "j"},
    {WORLD("<body><joint name='j' axis='0 0 0'/><geom size='1'/></body>"), "axis too small", "j"},
    {"<compiler autolimits='false'/>" WORLD(
         "<body><joint name='j' range='0 1'/><geom size='1'/></body>"),
     "autolimits", "j"},

    // bodies
    {WORLD(
         "<body name='x'><joint type='ball'/><joint name='k' type='ball'/><geom size='1'/></body>"),
     "ball followed by rotation", "x"},
    {WORLD("<body name='x'><joint type='free'/><joint type='slide'/><geom size='1'/></body>"),
     "more than 6 dofs", "x"},
    {WORLD("<body name='p'><body name='x'><freejoint name='f'/><geom size='1'/></body></body>"),
     "top level", "x"},

    // a free joint below another body is the last thing that is seen: after masses and names
    {WORLD("<body name='p'><joint/><body name='x'><freejoint/><geom size='1'/></body></body>"),
     "mass and inertia of moving bodies", "p"},
    {WORLD("<body name='a'><geom size='1'/><body name='x'><freejoint/><geom size='1'/></body>"
           "<body name='p'><joint/></body></body>"),
     "mass and inertia of moving bodies", "p"},
    {WORLD(
         "<body name='p'><body name='x'><freejoint/><geom size='1'/></body></body>") "<sensor><"
                                                                                     "jointpos "
                                                                                     "name='q' "
                                                                                     "joint='none'/"
                                                                                     "></sensor>",
     "unrecognized name 'none' of sensorized object", "q"},
    {WORLD(
         "<body name='p'><body name='x'><freejoint/><geom size='1'/></body></body>") "<contact><"
                                                                                     "pair "
                                                                                     "name='q' "
                                                                                     "geom1='none' "
                                                                                     "geom2='none'/"
                                                                                     "></contact>",
     "geom 'none' not found", "q"},
    {WORLD("<body name='x' mocap='true'><joint/><geom size='1'/></body>"),
     "not a fixed child of world", "x"},
    {WORLD("<body name='x'><joint/></body>"), "mjMINVAL", "x"},
    {WORLD("<body name='x'><inertial pos='0 0 0' mass='1' diaginertia='1 1 3'/></body>"),
     "A + B >= C", "x"},
    {WORLD("<body name='x'><inertial pos='0 0 0' mass='1' fullinertia='1 1 -1 0 0 0'/></body>"),
     "positive eigenvalues", "x"},
    {WORLD("<body name='x' axisangle='0 0 0 1'/>"), "axisangle too small", "x"},
    {WORLD("<body><joint/><geom size='1'/><body name='x' sleep='never'><joint/><geom "
           "size='1'/></body></body>"),
     "sleep policy", "x"},
    {"<compiler boundmass='-1'/>" WORLD(
         "<body name='x'><inertial pos='0 0 0' mass='-.5' diaginertia='1 1 1'/></body>"),
     "cannot be negative", "x"},
    {WORLD("<body><frame xyaxes='1 0 0 1 0 0'><geom name='g' size='1'/></frame></body>"),
     "too small", ""},

    // geoms and sites
    {WORLD("<geom name='x' condim='2' size='1'/>"), "invalid condim", "x"},
    {WORLD("<geom name='x' type='mesh'/>"), "valid meshid", "x"},
    {WORLD("<geom name='x' type='hfield'/>"), "valid hfieldid", "x"},
    {WORLD("<body><joint/><geom name='x' type='plane' size='1 1 1'/></body>"), "plane only allowed",
     "x"},
    {WORLD("<geom name='x' fromto='0 0 0 1 0 0' size='1'/>"), "fromto requires", "x"},
    {WORLD("<geom name='x' type='capsule' pos='1 0 0' fromto='0 0 0 1 0 0' size='1'/>"),
     "both pos and fromto", "x"},
    {WORLD("<geom name='x' type='capsule' fromto='0 0 0 0 0 0' size='1'/>"), "too close", "x"},
    {WORLD("<geom name='x' zaxis='0 0 0' size='1'/>"), "orientation specification error", "x"},
    {WORLD("<geom name='x' type='capsule' size='1'/>"), "size 1 must be positive", "x"},
    {WORLD("<geom name='x' type='plane' size='1 1 0'/>"), "plane size(3)", "x"},
    {WORLD("<geom name='x' size='nan'/>"), "nan size", "x"},
    {WORLD("<body><geom name='x' size='1' density='-1'/></body>"), "negative", "x"},
    {WORLD("<geom name='x' size='1' material='m'/>"), "material 'm' not found", "x"},
    {WORLD("<site name='x' type='plane'/>"), "not allowed in site", "x"},
    {WORLD("<site name='x' material='m'/>"), "material 'm' not found", "x"},
    {"<size nuser_geom='1'/>" WORLD("<geom name='x' size='1' user='1 2'/>"),
     "more values than nuser_geom", "x"},

    // cameras, lights, assets
    {WORLD("<camera name='x' fovy='180'/>"), "fovy too large", "x"},
    {WORLD("<camera name='x' focal='1 1'/>"), "require sensorsize", "x"},
    {WORLD("<camera name='x' sensorsize='1 1' resolution='0 1'/>"), "positive resolution", "x"},
    {WORLD("<camera name='x' target='nobody'/>"), "unknown target body", "x"},
    {WORLD("<light name='x' dir='0 0 0'/>"), "zero direction", "x"},
    {WORLD("<light name='x' texture='t'/>"), "unknown texture", "x"},
    {"<asset><material name='x' texture='t'/></asset>", "texture 't' not found", "x"},
    {"<asset><texture name='x' type='2d' builtin='flat'/></asset>", "width", "x"},
    {"<asset><texture type='2d' builtin='flat' width='1' height='1'/></asset>",
     "empty name in texture", ""},

    // contacts and equalities
    {WORLD(TWO) "<contact><pair name='x' geom1='g' geom2='none'/></contact>",
     "geom 'none' not found", "x"},
    {WORLD(TWO) "<contact><pair name='x' geom1='g' geom2='g2' condim='5'/></contact>",
     "invalid condim", "x"},
    {WORLD(TWO) "<contact><exclude name='x' body1='b' body2='none'/></contact>",
     "body 'none' not found", "x"},
    {WORLD(TWO) "<equality><joint name='x' joint1='none'/></equality>", "unknown element 'none'",
     "x"},
    {WORLD(TWO) "<equality><joint name='x' joint1='h' joint2='h'/></equality>",
     "repeated in equality", "x"},
    {WORLD("<body name='b'><joint name='h' type='ball'/><geom size='1'/></body>") "<equality><"
                                                                                  "joint name='x' "
                                                                                  "joint1='h'/></"
                                                                                  "equality>",
     "HINGE and SLIDE", "x"},
    {WORLD(TWO) "<equality><connect name='x' body1='world' anchor='0 0 0'/></equality>",
     "repeated in equality", "x"},

    // tendons
    {WORLD(TWO) "<tendon><spatial name='x'/></tendon>", "path cannot be empty", "x"},
    {WORLD(TWO) "<tendon><spatial name='x'><site site='s'/></spatial></tendon>",
     "at least two objects", "x"},
    {WORLD(TWO) "<tendon><spatial name='x' width='0'><site site='s'/><site "
                "site='s2'/></spatial></tendon>",
     "positive width", "x"},
    {WORLD(TWO) "<tendon><spatial name='x' armature='-1'><site site='s'/><site "
                "site='s2'/></spatial></tendon>",
     "armature cannot be negative", "x"},
    {WORLD(TWO) "<tendon><spatial name='x'><site site='s'/><site site='s'/></spatial></tendon>",
     "repeated", "x"},
    {WORLD(TWO) "<tendon><spatial name='x'><site site='s'/><site site='s2'/><pulley "
                "divisor='1'/></spatial></tendon>",
     "path ends with pulley", "x"},
    {WORLD(TWO) "<tendon><spatial name='x'><site site='s'/><pulley divisor='1'/><site "
                "site='s2'/></spatial></tendon>",
     "neighbor", "x"},
    {WORLD(TWO) "<tendon><spatial name='x'><geom geom='g'/><site site='s2'/></spatial></tendon>",
     "not bracketed", "x"},
    {WORLD(TWO) "<tendon><fixed name='x'><joint joint='none' coef='1'/></fixed></tendon>",
     "joint 'none' not found", "none"},
    {WORLD(TWO) "<tendon><spatial name='x'><site site='s'/><geom geom='g' sidesite='none'/><site "
                "site='s2'/></spatial></tendon>",
     "side site 'none' not found", "g"},
    {WORLD(
         TWO) "<tendon><fixed name='x' limited='true'><joint joint='h' coef='1'/></fixed></tendon>",
     "invalid limits", "x"},
    {WORLD(TWO) "<tendon><fixed name='x' springlength='2 1'><joint joint='h' "
                "coef='1'/></fixed></tendon>",
     "invalid springlength", "x"},
    {WORLD(TWO) "<tendon><fixed name='x' actuatorfrclimited='true' actuatorfrcrange='1 2'><joint "
                "joint='h' coef='1'/></fixed></tendon>",
     "actuatorfrcrange", "x"},

    // actuators
    {WORLD(TWO) "<actuator><motor name='x'/></actuator>", "missing transmission target", "x"},
    {WORLD(
         "<body><joint/><geom size='1'/></body>") "<actuator><motor name='x' joint=''/></actuator>",
     "missing transmission target", "x"},
    {WORLD(TWO) "<actuator><motor name='x' joint='none'/></actuator>",
     "unknown transmission target 'none'", "x"},
    {WORLD(TWO) "<actuator><motor name='x' tendon='none'/></actuator>",
     "transmission target 'none' not found", "x"},
    {WORLD(TWO) "<actuator><motor name='x' cranksite='s' cranklength='1'/></actuator>",
     "missing base site", "x"},
    {WORLD(TWO) "<actuator><motor name='x' cranksite='s' slidersite='s2'/></actuator>",
     "crank length", "x"},
    {WORLD(TWO) "<actuator><motor name='x' site='s' refsite='none'/></actuator>",
     "reference site 'none'", "x"},
    {WORLD(TWO) "<actuator><position name='x' joint='h' inheritrange='1'/></actuator>",
     "no range defined", "x"},
    {WORLD(TWO) "<actuator><motor name='x' joint='h' ctrllimited='true'/></actuator>",
     "invalid control range", "x"},
    {WORLD(TWO) "<actuator><motor name='x' joint='h' forcelimited='true'/></actuator>",
     "invalid force range", "x"},
    {WORLD(TWO) "<actuator><intvelocity name='x' joint='h'/></actuator>", "invalid actrange", "x"},
    {WORLD(TWO) "<actuator><general name='x' joint='h' actrange='0 1'/></actuator>",
     "dyntype is 'none'", "x"},
    {WORLD(TWO) "<actuator><general name='x' joint='h' actdim='2' dyntype='filter'/></actuator>",
     "actdim > 1", "x"},
    {WORLD(TWO) "<actuator><general name='x' joint='h' actdim='1'/></actuator>", "stateless", "x"},
    {WORLD(TWO) "<actuator><general name='x' joint='h' actdim='0' dyntype='filter'/></actuator>",
     "stateful", "x"},
    {WORLD(TWO) "<actuator><muscle name='x' joint='h' lmin='2'/></actuator>", "lmin<1<lmax", "x"},
    {WORLD(TWO) "<actuator><motor name='x' joint='h' delay='1'/></actuator>", "history buffer",
     "x"},
    {WORLD(TWO) "<actuator><motor name='x' joint='h' nsample='20000000'/></actuator>", "2^24", "x"},
    {"<compiler><lengthrange mode='all'/></compiler>" WORLD(
         HINGE) "<actuator><motor name='x' joint='h'/></actuator>",
     "did not converge", "x"},

    // sensors
    {WORLD(TWO) "<sensor><gyro name='x' site='none'/></sensor>", "unrecognized name 'none'", "x"},
    {WORLD(TWO) "<sensor><gyro name='x' site='s' noise='-1'/></sensor>", "negative noise", "x"},
    {WORLD(TWO) "<sensor><gyro name='x' site='s' interval='1 -2'/></sensor>", "phase", "x"},
    {WORLD(TWO) "<sensor><ballquat name='x' joint='h'/></sensor>", "must be ball", "x"},
    {WORLD(TWO) "<sensor><jointlimitpos name='x' joint='h'/></sensor>", "must be limited", "x"},
    {WORLD(
         "<body><joint name='h' type='ball'/><geom size='1'/></body>") "<sensor><jointpos name='x' "
                                                                       "joint='h'/></sensor>",
     "slide or hinge", "x"},
    {WORLD(TWO) "<sensor><framequat name='x' objtype='site' objname='s' cutoff='1'/></sensor>",
     "cutoff applied", "x"},
    {WORLD(TWO) "<sensor><framepos name='x' objtype='joint' objname='h'/></sensor>",
     "(x)body, geom, site or camera", "x"},
    {WORLD(TWO) "<sensor><framepos name='x' objtype='site' objname='s' reftype='joint' "
                "refname='h'/></sensor>",
     "reference frame object", "x"},
    {WORLD(TWO) "<sensor><distance name='x' geom1='g' geom2='g'/></sensor>", "must be different",
     "x"},
    {WORLD(TWO) "<sensor><user name='x' dim='2' datatype='axis'/></sensor>", "dim=3", "x"},

    // custom, keyframes, names
    {WORLD(TWO) "<custom><tuple name='x'/></custom>", "empty", "x"},
    {WORLD(TWO) "<custom><tuple name='x'><element objtype='body' objname='none'/></tuple></custom>",
     "unrecognized object 'none'", "x"},
    {WORLD(TWO) "<keyframe><key name='x' qpos='1 2 3'/></keyframe>", "invalid qpos size", "x"},
    {WORLD(TWO) "<keyframe><key name='x' ctrl='1'/></keyframe>", "invalid ctrl size", "x"},

    // sizes
    {"<size nuserdata='1000000000'/>", "nuserdata", NULL},
    {"<size nkey='1000000000'/>", "nkey", NULL},
    {"<size nuser_body='1000000000'/>", "nuser_body", NULL},
    {WORLD(TWO) "<size memory='10'/>", "engine error", NULL},
};

#endif  // TESTS_COMPILER_ERROR_CASES_H_
