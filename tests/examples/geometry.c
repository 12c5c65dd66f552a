// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Built by check_examples.sh against the installed library alone: acme.roundbox is a shape like
// those of the engine. It has the volume of a box with rounded edges, spheres touch it where
// geometry predicts, rays hit it, and it comes to rest on its face.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

static const char scene[] =
    "<mujoco><extension><plugin plugin='acme.roundbox'><instance name='soap'>"
    "<config key='radius' value='%s'/><config key='z' value='.15'/><config key='x' "
    "value='.4'/></instance></plugin></extension>"
    "<asset><mesh name='soap'><plugin instance='soap'/></mesh></asset>"
    "<option sdf_iterations='10' sdf_initpoints='40'/>"
    "<worldbody><geom type='plane' size='2 2 .1'/><body pos='0 0 %g'><freejoint/>"
    "<geom type='sdf' mesh='soap' density='1000'><plugin instance='soap'/></geom></body>"
    "<body pos='0 0 4'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";

static const double half[3] = {.4, .2, .15}, radius = .08;

static char message[1000];

static mjModel* load(const char* r, double height) {
  char text[4000];
  snprintf(text, sizeof text, scene, r, height);
  message[0] = '\0';
  mjSpec* spec = mj_parseXMLString(text, NULL, message, sizeof message);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (spec && !m)
    snprintf(message, sizeof message, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

static int differs(const char* what, double is, double should, double tolerance) {
  if (fabs(is - should) <= tolerance)
    return 0;
  printf("%s: %.9g, expected %.9g\n", what, is, should);
  return 1;
}

// core, faces, edges, corners
static int volume_differs(const mjModel* m) {
  double a = half[0] - radius, b = half[1] - radius, c = half[2] - radius, r = radius;
  double volume = 8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 2 * mjPI * r * r * (a + b + c) +
                  4. / 3 * mjPI * r * r * r;
  return differs("mass", m->body_mass[1], 1000 * volume, 20 * volume);
}

// A sphere of radius .1 over a face, an edge or a corner (where `place` is 1 along one, two or
// three axes), `depth` deep in the surface.
static void put_sphere(const mjModel* m, mjData* d, const double place[3], double depth,
                       double normal[3]) {
  double core[3];
  for (int i = 0; i < 3; i++) {
    int beyond = place[i] == 1;
    normal[i] = beyond;
    core[i] = beyond ? half[i] - radius : place[i];
  }
  mju_normalize3(normal);
  for (int i = 0; i < 3; i++)
    d->qpos[7 + i] = d->qpos[i] + core[i] + (radius + .1 - depth) * normal[i];
  mj_forward(m, d);
}

// The engine searches the point where both fields are equal and deepest, half the depth;
// approximately.
static int contacts_differ(const mjModel* m) {
  static const double place[3][3] = {{.05, .02, 1}, {.1, 1, 1}, {1, 1, 1}};
  mjData* d = mj_makeData(m);
  int failed = 0;
  for (int k = 0; k < 3; k++) {
    double n[3];
    put_sphere(m, d, place[k], -.001, n);
    failed |= differs("contacts of a sphere that is apart", d->ncon, 0, 0);
    put_sphere(m, d, place[k], .005, n);
    if (d->ncon < 1) {
      failed = printf("place %d: no contact\n", k);
      continue;
    }
    const mjContact* deepest = d->contact;
    for (int i = 1; i < d->ncon; i++)
      if (d->contact[i].dist < deepest->dist)
        deepest = d->contact + i;
    failed |= differs("depth", deepest->dist, -.0021, 4e-4);
    failed |= differs("normal", mju_dot3(deepest->frame, n), deepest->geom[0] == 1 ? 1 : -1, 5e-3);
  }
  mj_deleteData(d);
  return failed;
}

static int rays_miss(const mjModel* m, double height) {
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int geom = -1;
  double from[3] = {.1, .05, height + 1}, down[3] = {0, 0, -1};
  int failed =
      differs("ray", mj_ray(m, d, from, down, NULL, 1, -1, &geom, NULL), 1 - half[2], 1e-3);
  if (geom != 1)
    failed = printf("the ray hits geom %d\n", geom);
  mj_deleteData(d);
  return failed;
}

static int does_not_rest(const mjModel* m) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 1000; i++)
    mj_step(m, d);
  int failed = differs("height at rest", d->qpos[2], half[2], 2e-3);
  mj_deleteData(d);
  return failed;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    printf("usage: geometry DIRECTORY\n");
    return 1;
  }
  if (fc_addModulePath(argv[1])) {
    printf("%s\n", fc_lastError());
    return 1;
  }
  mjModel *high = load(".08", 2), *low = load(".08", .16);
  if (!high || !low) {
    printf("%s\n", message);
    return 1;
  }
  int failed =
      volume_differs(high) | contacts_differ(high) | rays_miss(high, 2) | does_not_rest(low);
  mj_deleteModel(high);
  mj_deleteModel(low);

  // what makes no box is refused when the model is compiled
  mjModel* wrong = load(".3", 2);
  if (wrong || !strstr(message, "radius"))
    failed = printf("radius larger than the box: '%s'\n", message);
  mj_deleteModel(wrong);
  return failed ? 1 : 0;
}
