// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Answers of the closed forms: capsules, capsules and boxes, boxes.

#include "known_answers.h"

const Answer form_answers[] = {
    // Parallel capsules: contacts are at the ends of the first axis, and at those of the second
    // only if there are fewer than two. Both ends of a long or thick first capsule are in contact,
    // the second lies between them and is deeper.
    {"a short capsule in a thick one",
     {mjGEOM_CAPSULE, -1, {0.07, 0.06}, {0}, {1}},
     {mjGEOM_CAPSULE, -1, {0.0001, 0.01}, {0}, {1}},
     .n = 2,
     .dist = -0.0201,
     .normal = {0, 0, -1},
     .fault = TOO_SHALLOW,
     .ideal = -0.0701},
    {"two capsules with the same axis",
     {mjGEOM_CAPSULE, -1, {0.01, 0.4}, {0}, {1}},
     {mjGEOM_CAPSULE, -1, {0.4, 0.3}, {0}, {1}},
     .n = 2,
     .dist = -0.31,
     .normal = {0, 0, -1},
     .fault = TOO_SHALLOW,
     .ideal = -0.41},

    // The same, long: the determinant that tells parallel axes is a difference of products near
    // 36, and its rounding is larger than the 1e-15 that it is compared with. Where the axes are
    // nearest is then the quotient of two roundings.
    {"two parallel capsules of 4 and 6 metres: no contact",
     {mjGEOM_CAPSULE, -1, {0.1, 2}, {0}, {2, 3, 1, 2}},
     {mjGEOM_CAPSULE, -1, {0.1, 3}, {-0.1, 0.1, 0.1}, {2, 3, 1, 2}},
     .fault = NO_CONTACT,
     .ideal = -0.104418616},

    // Axis in a box: spheres are put at the ends of the axis and where it is nearest to an edge,
    // and a sphere in a box is as deep as its centre is below the nearest face. What is deeper
    // between them is not looked at.
    {"a capsule inside of a box",
     {mjGEOM_CAPSULE, -1, {0.1, 0.1}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.4, 0.5, 0.4}, {0}, {0, 0, 0, 1}},
     .n = 1,
     .dist = -0.4,
     .normal = {0, 0, 1},
     .fault = TOO_SHALLOW,
     .ideal = -0.5},
    {"a capsule in the middle of a box",
     {mjGEOM_CAPSULE, -1, {0.5, 0.4}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.3, 0.4, 0.3}, {0}, {0, 0, 0, 1}},
     .n = 2,
     .dist = -0.4,
     .normal = {0, 0, 1},
     .fault = TOO_SHALLOW,
     .ideal = -0.8},

    // Axis lost in a box: both ends are outside, and the spheres there do not reach the box.
    {"a capsule through a box",
     {mjGEOM_CAPSULE, -1, {0.03, 0.9}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.9, 0.7, 0.7}, {0}, {0, 1, 0, 0}},
     .fault = NO_CONTACT,
     .ideal = -0.73},
    {"a capsule through a thin box",
     {mjGEOM_CAPSULE, -1, {0.02, 0.5}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.1, 0.2, 0.008}, {0, 0, -0.46}, {0, 0, 0, 1}},
     .fault = NO_CONTACT,
     .ideal = -0.068},

    // Capsule far from a box: the search for the nearest end or edge begins with margin + 2 (sum
    // of all sizes), a length, and compares squared distances of the axis with it. When the axis
    // is farther than the root of it, nothing is found.
    {"a capsule beside a box, within a margin of 4",
     {mjGEOM_CAPSULE, -1, {3, 1}, {0}, {1}},
     {mjGEOM_BOX, -1, {1, 0.8, 1}, {-7, 0, 0}, {0, 0, 0, 1}},
     .margin = 4,
     .fault = NO_CONTACT,
     .ideal = 3},
    {"a thin capsule between the ends of a box",
     {mjGEOM_CAPSULE, -1, {2, 0.01}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.06, 4, 0.08}, {0, 0, -6}, {0, 0, 0, 1}},
     .margin = 4,
     .fault = NO_CONTACT,
     .ideal = 3.91},

    // Tiny capsule and box: the determinants of axis and edges are of the fourth order in the
    // sizes, and all below the 1e-15 that means parallel. All edges are passed over, both ends are
    // beside the faces, and nothing is found: the distance is the largest that was asked for.
    {"a capsule of a tenth of a millimetre beside the edge of a thin box",
     {mjGEOM_CAPSULE, -1, {0.02, 0.0001}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.0001, 0.0001, 0.003}, {0.022, -0.007, -0.012}, {1}},
     .ask = DISTANCE,
     .dist = 1000,
     .normal = {1, 0, 0},
     .fault = TOO_SHALLOW,
     .ideal = 0.00462579273},

    // Edge depth: the solution for the corners of the reference face divides by a determinant that
    // was overwritten by the squared distance of the corner before. The point of the incident face
    // that it gives, and the depth, are anything.
    {"an edge of each: four contacts, one deeper than the overlap",
     {mjGEOM_BOX, -1, {0.4, 0.3, 0.3}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.02, 0.04, 0.35}, {-0.17, 0, -0.05}, {-0.5, -0.34, -0.2, -0.8}},
     .n = 4,
     .dist = -0.564987634,
     .normal = {0, -0.9996294, -0.02722302},
     .fault = TOO_DEEP,
     .ideal = -0.341888495},

    // Culled: a contact lies half way between the surfaces. Where one box is thinner than half the
    // overlap that is more than a hundredth of its size outside of it, and the contact is dropped,
    // unless it is well inside of the other box. So the deepest are dropped first; what remains is
    // less deep. (Of edges the property test counts it as edge depth.)
    {"edges: the crossing of both is dropped",
     {mjGEOM_BOX, -1, {0.03, 0.04, 0.04}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.1, 0.005, 0.0009}, {0.03, -0.09, 0.03}, {-0.8, 0.1, -0.1, 0.5}},
     .n = 2,
     .dist = -0.00571083105,
     .normal = {0, -0.07297564, 0.9973337},
     .fault = TOO_SHALLOW,
     .ideal = -0.00875950912},
    {"a face: one of two points remains",
     {mjGEOM_BOX, -1, {0.0004, 0.04, 0.04}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.0004, 0.02, 0.02}, {-0.005, 0, 0}, {-0.4, 0.9, 0, 0.3}},
     .n = 1,
     .dist = -0.00139245283,
     .normal = {-1, 0, 0},
     .fault = TOO_SHALLOW,
     .ideal = -0.0104490566},
    {"a face: two of three points remain",
     {mjGEOM_BOX, -1, {0.003, 0.2, 0.2}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.003, 0.1, 0.1}, {0.03, 0.23, -0.2}, {0, 0.2, 0.8, -0.2}},
     .n = 2,
     .dist = -0.004375,
     .normal = {-0.8888889, 0.4444444, -0.1111111},
     .fault = TOO_SHALLOW,
     .ideal = -0.019},

    // All culled: the same with all of them.
    {"a box across a thin one",
     {mjGEOM_BOX, -1, {0.02, 0.2, 0.006}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.2, 0.006, 0.2}, {0}, {1}},
     .fault = NO_CONTACT,
     .ideal = -0.206},
    {"a thin box deep in a box",
     {mjGEOM_BOX, -1, {1, 0.03, 1}, {0}, {1}},
     {mjGEOM_BOX, -1, {1, 0.006, 1}, {0}, {0, 0, 0, 1}},
     .fault = NO_CONTACT,
     .ideal = -0.036},

    // Another count: corners and edges in the plane of a side of the other box. Whether they are
    // beside it is decided by rounding, which is another one when both are turned.
    {"boxes of the same height, turned by a right angle",
     {mjGEOM_BOX, -1, {0.4, 0.2, 0.4}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.4, 0.4, 0.3}, {0, 0.4, 0}, {0, 0, 3, 3}},
     .n = 5,
     .dist = -0.1,
     .normal = {0, 1, 0},
     .fault = OTHER_MOVED,
     .ideal = -0.1,
     .moved = {3, 1, 0, 1},
     .moved_n = 3},
    {"an edge across the side of a face",
     {mjGEOM_BOX, -1, {0.1, 0.4, 0.3}, {0}, {1}},
     {mjGEOM_BOX, -1, {0.2, 0.4, 0.1}, {0, 0.1, 0.4}, {1, 3, 3, 3}},
     .n = 3,
     .dist = -0.223606798,
     .normal = {-0.8944272, 0, 0.4472136},
     .fault = OTHER_MOVED,
     .ideal = -0.223606798,
     .moved = {3, 1, 0, 1},
     .moved_n = 4},
};

const int nform_answer = (int)(sizeof form_answers / sizeof *form_answers);
