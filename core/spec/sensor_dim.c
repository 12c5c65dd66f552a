// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// How many numbers a sensor reports, as far as its own fields and its spec tell before compilation.

#include "core/data/objects.h"
#include "core/spec/tree.h"

// sum of the sizes of the fields selected by a bit set
static int selected_size(int bits, const int* size, int nfield) {
  int sum = 0;
  for (int i = 0; i < nfield; i++)
    sum += bits & (1 << i) ? size[i] : 0;
  return sum;
}

static int rangefinder_dim(const mjsSensor* s) {
  static const int size[] = {1, 3, 3, 3, 3, 1};  // dist, dir, origin, point, normal, depth
  int dim = selected_size(s->intprm[0], size, 6);
  if (s->objtype != mjOBJ_CAMERA)
    return dim;

  // one ray per pixel
  Element* camera = spec_find(pub_element(s)->spec, mjOBJ_CAMERA, handle_string(s->objname));
  if (!camera)
    return 0;
  const int* resolution = ((Camera*)camera)->pub.resolution;
  return dim * resolution[0] * resolution[1];
}

static int tactile_dim(const mjsSensor* s) {
  Element* mesh = spec_find(pub_element(s)->spec, mjOBJ_MESH, handle_string(s->objname));
  int n = 0;
  if (mesh)
    handle_floats(((Mesh*)mesh)->pub.uservert, &n);
  return 3 * (n / 3);
}

int mjs_sensorDim(const mjsSensor* sensor) {
  switch (sensor->type) {
    case mjSENS_CONTACT: {
      static const int size[] = {1, 3, 3, 1,
                                 3, 3, 3};  // found, force, torque, dist, pos, normal, tangent
      return sensor->intprm[2] * selected_size(sensor->intprm[0], size, 7);
    }
    case mjSENS_RANGEFINDER: return rangefinder_dim(sensor);
    case mjSENS_TACTILE: return tactile_dim(sensor);
    case mjSENS_USER: return sensor->dim;
    case mjSENS_PLUGIN: return 0;
    default: {
      // everything else has a size of its own, whatever it measures
      int dim = sensor_type_dim(sensor->type);
      return dim < 0 ? 1 : dim;
    }
  }
}
