// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the files of <composite>: the cable as the document describes it.

#ifndef LOADERS_MJCF_COMPOSITE_H_
#define LOADERS_MJCF_COMPOSITE_H_

#include "mjcf.h"

typedef struct Cable {
  const XmlElement* e;
  const char* prefix;   // of all names
  const char* initial;  // joint of the first body: "free", "none", or any other word for a ball
  double size[3];       // length, radius and half turns of generated curves (m, m, 1)
  double offset[3];     // of all vertices, applied after their rotation
  int npoint;           // at least 2
  float* point;         // npoint x 3, in the frame of the parent (m), from malloc
  mjSpec* parts;        // its default class holds geom, joint and site of a segment

  // the surface of a cable of boxes
  int subdivision;         // rows of vertices between bones, 0: none
  int textured;            // with texture coordinates
  int skin_group;          // 0 to 5
  float skin_rgba[4];      // default white
  const char* material;    // name, or NULL
  const XmlElement* skin;  // <skin>, or NULL
} Cable;

// Name of a part: prefix + what + middle or number of segment i of n, "first" and "last" at the
// ends. The text is valid until the next call of this thread.
const char* segment_name(const Cable* cable, const char* what, int i, int n);

// ---------------------------------------------------------------- cable_curve.c

// a coordinate as a function of arc length: 0, s, cos(s), sin(s)
typedef enum CurveShape { CURVE_ZERO, CURVE_LINE, CURVE_COS, CURVE_SIN } CurveShape;

int read_curve(Reader* r, const XmlElement* e, CurveShape shape[3]);

// the points of the cable: npoint points on a curve, rotated by a quaternion; or the n numbers read
// last; and a check that they form segments
int generate_points(Reader* r, Cable* cable, const CurveShape shape[3], const double quat[4]);
int take_points(Reader* r, Cable* cable, int n);
int check_points(Reader* r, const Cable* cable);

// Frame of segment i of n, x along it, relative to the frame of the points. tangent and normal are
// those of the previous segment and are updated to those of this one. Returns the length.
mjtNum turn_frame(const Cable* cable, int i, int n, mjtNum tangent[3], mjtNum normal[3],
                  mjtNum quat[4]);

// ---------------------------------------------------------------- cable_skin.c

// skin of a cable of boxes with half sizes size[3] as the document gave them
int make_cable_skin(Reader* r, const Cable* cable, const double size[3]);
int read_cable_skin(Reader* r, Cable* cable);

#endif  // LOADERS_MJCF_COMPOSITE_H_
