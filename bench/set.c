// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The models that are measured, small ones first, and the families that grow.

#include "bench/bench.h"

const BenchModel bench_models[] = {
    {"pendulum", "models/pendulum/pendulum.xml", "two links without losses", 2, 500},
    {"top", "models/top/top.xml", "two bodies that spin freely", 0, 500},
    {"crank", "models/crank/crank.xml", "piston engine, a closed loop", 0, 500},
    {"pulleys", "bench/models/pulleys.xml", "spatial tendons around cylinders", 0, 500},
    {"gears", "bench/models/gears.xml", "ten coupled wheels, PGS", 0, 500},
    {"arm", "models/arm/arm.xml", "six muscles", 1, 500},
    {"cradle", "models/cradle/cradle.xml", "a row of balls that collide", 0, 300},
    {"adhesion", "bench/models/adhesion.xml", "feet that stick to a wall", 0, 300},
    {"car", "bench/models/car.xml", "a car on bumps", 0, 300},
    {"loops", "bench/models/loops.xml", "a lattice of bars in closed loops", -1, 300},
    {"hand", "bench/models/hand.xml", "five fingers grasp a cylinder", 0, 300},
    {"quadruped", "bench/models/quadruped.xml", "servos, foot and inertial sensors", 0, 300},
    {"humanoid", "models/humanoid/humanoid.xml", "32 degrees of freedom, falls", 3, 300},
    {"blocks", "models/blocks/blocks.xml", "a ball hits a wall of blocks", 0, 300},
    {"glider", "bench/models/glider.xml", "fluid forces", -1, 200},
    {"terrain", "bench/models/terrain.xml", "18 bodies on a height field", -1, 200},
    {"cube", "bench/models/cube.xml", "puzzle cube of 26 meshes", 0, 100},
    {"pile_shapes", "bench/models/pile_shapes.xml", "40 bodies of all shapes in a bin", -1, 200},
    {"pile_gems", "bench/models/pile_gems.xml", "30 convex meshes in a heap", -1, 200},
    {"pile_boxes", "bench/models/pile_boxes.xml", "64 boxes in a heap", -1, 150},
    {"particles", "bench/models/particles.xml", "100 balls in a box", -1, 200},
    {"stone_circle", "bench/models/stone_circle.xml", "64 stones, elliptic cones", 0, 60},
    {"cards", "bench/models/cards.xml", "house of cards, elliptic cones", -1, 60},
    {"dominoes", "bench/models/dominoes.xml", "a ring of 72, most asleep", -1, 300},
    {"asleep", "bench/models/asleep.xml", "200 boxes at rest, then asleep", 0, 200},
    {"cable", "bench/models/cable.xml", "elastic cable, a plugin", -1, 150},
    {"trampoline", "bench/models/trampoline.xml", "ten balls on a flexible net", -1, 150},
    {"cloth", "bench/models/cloth.xml", "cloth of 289 vertices", -1, 100},
    {"soft_box", "bench/models/soft_box.xml", "soft block of 216 vertices", -1, 100},
    {"nut_bolt", "bench/models/nut_bolt.xml", "signed distance fields", -1, 60},
    {"humanoids", "bench/models/humanoids.xml", "22 humanoids in a heap", -1, 60},
};
const int bench_model_count = sizeof bench_models / sizeof *bench_models;

// ---------------------------------------------------------------- families

static void begin(FILE* file, const char* option) {
  // what is asked for by default grows with the square of the number of bodies
  fprintf(file, "<mujoco>\n<option %s/>\n<size memory='1G'/>\n<worldbody>\n", option);
}

static void end(FILE* file) { fputs("</worldbody>\n</mujoco>\n", file); }

// the side of the smallest square with n places
static int side_of(int n) {
  int side = 1;
  while (side * side < n)
    side++;
  return side;
}

static void write_balls(FILE* file, int n, double height) {
  const int side = side_of(n);
  begin(file, "timestep='0.002'");
  fprintf(file, "<geom type='plane' size='%d %d 1'/>\n", side, side);
  for (int i = 0; i < n; i++)
    fprintf(file,
            "<body pos='%g %g %g'><freejoint/><geom type='sphere' size='0.1' condim='3'/></body>\n",
            0.3 * (i % side), 0.3 * (i / side), height);
  end(file);
}

// they touch the plane, not each other
static void write_plane(FILE* file, int n) { write_balls(file, n, 0.0995); }

// they fall, and touch nothing
static void write_air(FILE* file, int n) { write_balls(file, n, 50); }

// links of a chain that hangs from one end and swings
static void write_chain(FILE* file, int n) {
  begin(file, "timestep='0.002'");
  for (int i = 0; i < n; i++)
    fprintf(file,
            "<body pos='%g 0 %g'><joint axis='%d %d 0' damping='0.01'/><geom type='capsule' "
            "size='0.02' fromto='0 0 0 0.1 0 0' contype='0' conaffinity='0'/>\n",
            i ? 0.1 : 0, i ? 0.0 : 2.0, i % 2, 1 - i % 2);
  for (int i = 0; i < n; i++)
    fputs("</body>", file);
  end(file);
}

// boxes in layers of a square, each shifted a bit, so that all of them rest on several others
static void write_pile(FILE* file, int n) {
  int side = 2;
  while (side * side * side < n)
    side++;
  begin(file, "timestep='0.004'");
  fputs("<geom type='plane' size='10 10 1'/>\n", file);
  for (int i = 0; i < n; i++) {
    const int layer = i / (side * side);
    fprintf(file,
            "<body pos='%g %g %g'><freejoint/><geom type='box' size='0.1 0.1 0.1' "
            "density='500'/></body>\n",
            0.21 * (i % side) + 0.05 * (layer % 2), 0.21 * (i / side % side) + 0.07 * (layer % 3),
            0.0995 + 0.1995 * layer);
  }
  end(file);
}

// a ball rolls on a floor of n tiles, of which it touches a few
static void write_static(FILE* file, int n) {
  const int side = side_of(n);
  begin(file, "timestep='0.002'");
  for (int i = 0; i < n; i++)
    fprintf(file, "<geom type='box' size='0.5 0.5 0.1' pos='%d %d 0'/>\n", i % side, i / side);
  fprintf(file, "<body pos='%g %g 0.299'><freejoint/><geom type='sphere' size='0.2'/></body>\n",
          0.5 * side - 0.3, 0.5 * side - 0.4);
  end(file);
}

const BenchFamily bench_families[] = {
    {"spheres_plane", "n spheres on a plane", {1, 4, 16, 64, 256, 1024}, write_plane},
    {"spheres_air", "n spheres in the air", {1, 4, 16, 64, 256, 1024, 4096}, write_air},
    {"chain", "a chain of n joints", {1, 2, 4, 8, 16, 32, 64, 128}, write_chain},
    {"pile", "a pile of n boxes", {2, 8, 27, 64, 125, 216}, write_pile},
    {"static", "one ball among n static geoms", {1, 16, 256, 1024, 4096, 20000}, write_static},
};
const int bench_family_count = sizeof bench_families / sizeof *bench_families;
