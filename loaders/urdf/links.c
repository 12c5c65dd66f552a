// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Links become bodies. Joints define the parent of each link; links without a parent are children
// of the world, in document order, and the children of a link are in the order of their joints. A
// link called "world" is the world itself.

#include <stdlib.h>
#include <string.h>

#include "urdf.h"

// link named by the child `tag` of a joint, -1: message
static int find_link(Robot* robot, const XmlElement* joint, const char* tag) {
  const XmlElement* end;
  if (only_child(robot->r, joint, tag, 1, &end) < 0)
    return -1;
  const char* name = xml_attribute(end, "link");
  if (!name)
    return fail_at(robot->r, end, NULL, "required attribute missing: 'link'");
  const int at = find_name(robot->link_index, robot->nlink, name);
  return at >= 0 ? at
                 : fail_at(robot->r, end, "link",
                           "URDF joint parent or child missing: there is no link '%s'", name);
}

static int connect(Robot* robot, const XmlElement* joint) {
  const int parent = find_link(robot, joint, "parent");
  const int child = parent < 0 ? -1 : find_link(robot, joint, "child");
  if (child < 0)
    return -1;
  Link *p = robot->link + parent, *c = robot->link + child;
  if (c->joint) {
    return fail_at(robot->r, joint, NULL,
                   "URDF body has multiple parents: link '%s' is already the child of the joint of "
                   "line %d",
                   c->name, c->joint->line);
  }
  if (strcmp(c->name, "world") == 0) {
    return fail_at(robot->r, joint, NULL,
                   "the link 'world' stands for the world and cannot be the child of a joint");
  }
  c->joint = joint;
  *(p->last < 0 ? &p->first : &robot->link[p->last].next) = child;
  p->last = child;
  return 0;
}

int collect_links(Robot* robot, const XmlElement* root) {
  Reader* r = robot->r;
  const int n = xml_count(root, "link");
  robot->link = calloc((size_t)n + 1, sizeof(Link));
  robot->link_index = calloc((size_t)n + 1, sizeof(NameIndex));
  if (!robot->link || !robot->link_index)
    return fail_plain(r, "XML Error: out of memory for %d links", n);
  for (const XmlElement* e = xml_child(root, "link"); e; e = xml_next(e, "link")) {
    const char* name = xml_attribute(e, "name");
    if (!name)
      return fail_at(r, e, NULL, "required attribute missing: 'name'");
    robot->link[robot->nlink] =
        (Link){.name = name, .element = e, .first = -1, .last = -1, .next = -1};
    robot->link_index[robot->nlink] = (NameIndex){name, robot->nlink};
    robot->nlink++;
  }
  sort_names(robot->link_index, n);
  for (int i = 1; i < n; i++) {
    const NameIndex *a = robot->link_index + i - 1, *b = a + 1;
    if (strcmp(a->name, b->name) == 0) {
      return fail_at(r, robot->link[b->at].element, "name",
                     "repeated URDF name: '%s' is already the link of line %d", b->name,
                     robot->link[a->at].element->line);
    }
  }
  for (const XmlElement* e = xml_child(root, "joint"); e; e = xml_next(e, "joint"))
    if (connect(robot, e))
      return -1;
  return 0;
}

// ---------------------------------------------------------------- bodies

// Mass, pose of its centre, inertia as a full matrix. Six zeros leave the inertia undefined.
static int read_inertial(Reader* r, const XmlElement* link, mjsBody* body) {
  static const char* const names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  const XmlElement *inertial, *mass, *inertia;
  const int found = only_child(r, link, "inertial", 0, &inertial);
  if (found <= 0)
    return found;
  memset(body->ipos, 0, sizeof body->ipos);
  if (read_origin(r, inertial, body->ipos, body->iquat) ||
      only_child(r, inertial, "mass", 1, &mass) < 0 ||
      read_numbers(r, mass, "value", 1, 1, &body->mass) < 0 ||
      only_child(r, inertial, "inertia", 1, &inertia) < 0)
    return -1;
  double full[6];
  int defined = 0;
  for (int i = 0; i < 6; i++) {
    if (read_numbers(r, inertia, names[i], 1, 1, full + i) < 0)
      return -1;
    defined |= full[i] != 0;
  }
  if (defined)
    memcpy(body->fullinertia, full, sizeof full);
  body->explicitinertial = 1;
  return 0;
}

// the body of a link with its joints and all bodies below it
static int make_body(Robot* robot, Link* link, mjsBody* parent, int depth) {
  Reader* r = robot->r;
  const XmlElement* e = link->element;
  link->placed = 1;
  if (depth > XML_MAX_DEPTH)
    return fail_at(r, e, NULL, "links are chained deeper than %d", XML_MAX_DEPTH);

  // every link but the world gets a body of its own
  mjsBody* body = parent;
  if (strcmp(link->name, "world") != 0) {
    body = mjs_addBody(parent, NULL);
    if (!body)
      return fail_at(r, e, NULL, "out of memory");
    if (set_name(r, e, body->element, body->info))
      return -1;
  }
  if (link->joint &&
      (read_origin(r, link->joint, body->pos, body->quat) || make_joints(robot, link->joint, body)))
    return -1;
  link->body = body;
  for (int i = link->first; i >= 0; i = robot->link[i].next)
    if (make_body(robot, robot->link + i, body, depth + 1))
      return -1;
  return 0;
}

int make_bodies(Robot* robot) {
  mjsBody* world = mjs_findBody(robot->r->spec, "world");
  for (int i = 0; i < robot->nlink; i++)
    if (!robot->link[i].joint && make_body(robot, robot->link + i, world, 1))
      return -1;

  // links that were not reached are part of a cycle
  for (int i = 0; i < robot->nlink; i++) {
    if (!robot->link[i].placed) {
      return fail_at(robot->r, robot->link[i].element, NULL,
                     "URDF body not found: the joints above link '%s' form a loop, expected a tree",
                     robot->link[i].name);
    }
  }

  // their contents in document order, which is the order of the meshes
  for (int i = 0; i < robot->nlink; i++) {
    const Link* link = robot->link + i;
    if (read_inertial(robot->r, link->element, link->body) ||
        make_geoms(robot, link->element, link->body))
      return -1;
  }
  return 0;
}
