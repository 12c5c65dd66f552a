// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// contact.c: the table of pairs of geoms that may collide, and the colliders of their types.

#include <stdlib.h>

#include "tools/build/build.h"
#include "tools/build/pairs.h"

// Types that are collided in lanes; those with planes first. Lanes in which others are near are
// left to the general code.
static const struct {
  int type1, type2;
  const char *name, *collider;
} types[] = {
    {mjGEOM_PLANE, mjGEOM_SPHERE, "PLANE_SPHERE", "plane_sphere"},
    {mjGEOM_PLANE, mjGEOM_CAPSULE, "PLANE_CAPSULE", "plane_capsule"},
    {mjGEOM_PLANE, mjGEOM_ELLIPSOID, "PLANE_ELLIPSOID", "plane_ellipsoid"},
    {mjGEOM_PLANE, mjGEOM_CYLINDER, "PLANE_CYLINDER", "plane_cylinder"},
    {mjGEOM_PLANE, mjGEOM_BOX, "PLANE_BOX", "plane_box"},
    {mjGEOM_PLANE, mjGEOM_MESH, "PLANE_MESH", NULL},
    {mjGEOM_PLANE, -1, "PLANE_OTHER", NULL},
    {mjGEOM_SPHERE, mjGEOM_SPHERE, "SPHERE_SPHERE", "sphere_sphere"},
    {mjGEOM_SPHERE, mjGEOM_CAPSULE, "SPHERE_CAPSULE", "sphere_capsule"},
    {mjGEOM_SPHERE, mjGEOM_CYLINDER, "SPHERE_CYLINDER", "sphere_cylinder"},
    {mjGEOM_SPHERE, mjGEOM_BOX, "SPHERE_BOX", "sphere_box"},
    {mjGEOM_CAPSULE, mjGEOM_CAPSULE, "CAPSULE_CAPSULE", "capsule_capsule"},
    {mjGEOM_CAPSULE, mjGEOM_BOX, "CAPSULE_BOX", "capsule_box"},
    {-1, -1, "OTHER", NULL},
};
enum { NTYPE = sizeof types / sizeof *types };

static int type_of(const mjModel* m, const BuildPair* pair) {
  const int type1 = m->geom_type[pair->geom[0]], type2 = m->geom_type[pair->geom[1]];
  int i = 0;
  while ((types[i].type1 >= 0 && types[i].type1 != type1) ||
         (types[i].type2 >= 0 && types[i].type2 != type2))
    i++;
  return i;
}

static const char* uncovered(const mjModel* m) {
  const BuildPair* pair;
  const int n = build_pairs(m, &pair);
  if (m->nflex)
    return "a flex";
  if (n > MAX_PAIRS)
    return "more than 5000 pairs of geoms that may collide";
  if (n && (m->opt.enableflags & mjENBL_OVERRIDE))
    return "contact parameters that are overridden";
  if (m->opt.enableflags & mjENBL_SLEEP)
    return "sleeping";
  for (int i = 0; i < n; i++) {
    const int g1 = pair[i].geom[0], g2 = pair[i].geom[1], dim = contact_dim(m, pair + i);
    if (m->geom_type[g1] == mjGEOM_HFIELD)
      return "a height field";
    if (m->geom_type[g1] == mjGEOM_SDF || m->geom_type[g2] == mjGEOM_SDF)
      return "a signed distance field";
    if (m->geom_type[g1] == mjGEOM_PLANE && m->body_weldid[m->geom_bodyid[g1]])
      return "a plane that moves";
    if (!(m->geom_rbound[g2] > 0) ||
        (m->geom_type[g1] != mjGEOM_PLANE && !(m->geom_rbound[g1] > 0)))
      return "a geom of unknown size";
    if (dim < 1 || dim > 6)
      return "a contact with an invalid condim";
  }
  return NULL;
}

static int same_bodies(const mjModel* m, const BuildPair* a, const BuildPair* b) {
  return m->geom_bodyid[a->geom[0]] == m->geom_bodyid[b->geom[0]] &&
         m->geom_bodyid[a->geom[1]] == m->geom_bodyid[b->geom[1]];
}

// The dofs of a pair, unless an earlier pair has the same bodies.
static void write_dofs(FILE* f, const mjModel* m, const BuildPair* pair, int i, int* dof) {
  for (int k = 0; k < i; k++)
    if (same_bodies(m, pair + k, pair + i))
      return;
  const int b1 = m->geom_bodyid[pair[i].geom[0]], b2 = m->geom_bodyid[pair[i].geom[1]];
  int nfirst, first_side;
  const int n = dofs_of_pair(m, b1, b2, dof, &nfirst, &first_side);
  fprintf(f, "static const int16_t dofs_%d_%d[] = {", b1, b2);
  for (int k = 0; k < n; k++)
    fprintf(f, "%s%d", k ? ", " : "", dof[k]);
  fprintf(f, "};  // %s, %s\n", name_for_comment(m, mjOBJ_BODY, b1),
          name_for_comment(m, mjOBJ_BODY, b2));
}

static void write_pair(FILE* f, const mjModel* m, const BuildPair* pair, int* dof) {
  const int g1 = pair->geom[0], g2 = pair->geom[1];
  const int b1 = m->geom_bodyid[g1], b2 = m->geom_bodyid[g2];
  const int order = m->geom_priority[g1] - m->geom_priority[g2];
  int nfirst, first_side;
  const int n = dofs_of_pair(m, b1, b2, dof, &nfirst, &first_side);
  fprintf(
      f, "    {{%d, %d}, %d, {%d, %d}, {%d, %d}, %s, %d, %d, %d, %d, %d, dofs_%d_%d},  // %s, %s\n",
      g1, g2, pair->explicit_id, b1, b2, m->body_rootid[b1], m->body_rootid[b2],
      types[type_of(m, pair)].name, contact_dim(m, pair),
      order > 0   ? 0
      : order < 0 ? 1
                  : -1,
      first_side, n, nfirst, b1, b2, name_for_comment(m, mjOBJ_GEOM, g1),
      name_for_comment(m, mjOBJ_GEOM, g2));
}

static int is_plane_mesh(int type) {
  return types[type].type1 == mjGEOM_PLANE && types[type].type2 == mjGEOM_MESH;
}

// The vertices and the hull of a mesh.
static void write_mesh(FILE* f, const mjModel* m, int id) {
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[id];
  const int n = m->mesh_vertnum[id], graph = m->mesh_graphadr[id];
  fprintf(f, "// mesh %s\nstatic const float vert_%d[] = {", name_for_comment(m, mjOBJ_MESH, id),
          id);
  for (int k = 0; k < 3 * n; k++)
    fprintf(f, "%s%.9g", k ? ", " : "", (double)vert[k]);
  fprintf(f, "};\n");
  if (graph >= 0) {
    const int *hull = m->mesh_graph + graph, nhull = hull[0], nface = hull[1];
    write_integers(f, "start_", id, hull + 2, nhull);
    write_integers(f, "global_", id, hull + 2 + nhull, nhull);
    write_integers(f, "edge_", id, hull + 2 + 2 * nhull, nhull + 3 * nface);
    fprintf(f, "static const Mesh mesh_%d = {%d, vert_%d, start_%d, global_%d, edge_%d};\n", id, n,
            id, id, id, id);
  } else {
    fprintf(f, "static const Mesh mesh_%d = {%d, vert_%d, NULL, NULL, NULL};\n", id, n, id);
  }
}

// Meshes above planes that have few vertices.
static void write_meshes(FILE* f, const mjModel* m, const BuildPair* pair, int n) {
  enum { MAX_VERTICES = 200 };
  char* used = calloc((size_t)m->ngeom + (size_t)m->nmesh + 1, 1);
  char* written = used ? used + m->ngeom : NULL;
  int any = 0;
  for (int i = 0; used && i < n; i++)
    if (is_plane_mesh(type_of(m, pair + i))) {
      const int geom = pair[i].geom[1], id = m->geom_dataid[geom];
      any = 1;
      used[geom] = m->mesh_vertnum[id] > 0 && m->mesh_vertnum[id] <= MAX_VERTICES;
      if (used[geom] && !written[id])
        write_mesh(f, m, id);
      written[id] |= used[geom];
    }
  if (any) {
    fprintf(f, "static const Mesh* mesh_of(int geom) {\n  switch (geom) {\n");
    for (int g = 0; g < m->ngeom; g++)
      if (used[g])
        fprintf(f, "    case %d: return &mesh_%d;\n", g, m->geom_dataid[g]);
    fprintf(f, "    default: return NULL;\n  }\n}\n\n");
  }
  free(used);
}

static void write_colliders(FILE* f, const mjModel* m, const BuildPair* pair, int n) {
  int used[NTYPE] = {0};
  for (int i = 0; i < n; i++)
    used[type_of(m, pair + i)] = 1;
  fprintf(f,
          "#define AABB(i) (s->geom_aabb + 6 * pair->geom[i])\n\n"
          "static void collide(Sim* s, const ContactPair* pair, mask near, num margin, "
          "Points* points) {\n"
          "  const Shape shape1 = shape_of(s, pair->geom[0]), shape2 = shape_of(s, "
          "pair->geom[1]);\n"
          "  switch (pair->type) {\n");
  for (int i = 0; i < NTYPE; i++) {
    if (!used[i])
      continue;
    fprintf(f, "    case %s: ", types[i].name);
    if (is_plane_mesh(i))
      fprintf(f,
              "\n      near = box_near_plane(near, &shape1, &shape2, AABB(1), margin);\n"
              "      if (any(near) && mesh_of(pair->geom[1]))\n"
              "        plane_mesh(points, near, &shape1, &shape2, margin, mesh_of(pair->geom[1]),\n"
              "                   s->geom_rbound[pair->geom[1]]);\n"
              "      else\n"
              "        s->refused |= near;\n      return;\n");
    else if (types[i].type1 == mjGEOM_CAPSULE && types[i].type2 == mjGEOM_BOX)
      fprintf(f,
              "\n      near = boxes_near(near, &shape1, AABB(0), &shape2, AABB(1), margin);\n"
              "      s->refused |= capsule_box(points, near, &shape1, &shape2, margin);\n"
              "      return;\n");
    else if (types[i].collider)
      fprintf(f, "%s(points, near, &shape1, &shape2, margin); return;\n", types[i].collider);
    else if (types[i].type1 == mjGEOM_PLANE)
      fprintf(f,
              "s->refused |= box_near_plane(near, &shape1, &shape2, AABB(1), margin); return;\n");
    else
      fprintf(
          f,
          "s->refused |= boxes_near(near, &shape1, AABB(0), &shape2, AABB(1), margin); return;\n");
  }
  fprintf(f, "  }\n  (void)points;\n}\n\n");
}

static void write(FILE* f, const mjModel* m) {
  const BuildPair* pair;
  const int n = build_pairs(m, &pair);
  int* dof = malloc((size_t)(m->nv + 1) * sizeof *dof);
  fprintf(f, "// Contacts.\n\n");
  fprintf(f, "#include \"model.h\"\n\n");
  if (n && n <= MAX_PAIRS && dof) {
    fprintf(f, "#include <fulcrum/lanes/contact.h>\n\nenum {");
    for (int i = 0; i < NTYPE; i++)
      fprintf(f, "%s%s", i ? ", " : " ", types[i].name);
    fprintf(f, " };\n\n// dofs that move one of two bodies\n");
    for (int i = 0; i < n; i++)
      write_dofs(f, m, pair, i, dof);
    fprintf(f, "\n// pairs of geoms that may collide\nstatic const ContactPair pairs[] = {\n");
    for (int i = 0; i < n; i++)
      write_pair(f, m, pair + i, dof);
    fprintf(f, "};\n\n");
    write_meshes(f, m, pair, n);
    write_colliders(f, m, pair, n);
  }
  fprintf(f, "static void contact(Sim* s) {\n");
  if (n && n <= MAX_PAIRS)
    fprintf(f, "  find_contacts(s, pairs, %d, SPHERE_SPHERE, collide);\n}\n", n);
  else
    fprintf(f, "  s->contacts.n = 0;\n}\n");
  free(dof);
}

const Part contact_part = {"contact", write, uncovered};

int max_contacts(const mjModel* m) {
  const BuildPair* pair;
  int n = build_pairs(m, &pair), sum = 0, most = 4 * (int)m->nbody;
  for (int i = 0; i < n && i < MAX_PAIRS; i++)
    sum += points_of_pair(m, pair + i);
  most = most < 16 ? 16 : most > 400 ? 400 : most;
  return sum < 1 ? 1 : sum < most ? sum : most;
}
