// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The tree against the schema, depth first, before anything is stored: every attribute must be
// known to its element, every child to its parent, and children that may occur once must not be
// repeated. `frame` and `replicate` are legal wherever a body is; their contents are not validated
// here (the reader rejects unknown tags there), because that is what MJCF does. Files that are
// meant to be included may have bodies directly below the root: these are validated as bodies but
// not read.

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "mjcf.h"

// the message about a name that is not legal here
static const char* hint(char text[400], const char* near, const char* older, const char* places,
                        const char* kind) {
  if (older)
    snprintf(text, 400, " (%s)", older);
  else if (near)
    snprintf(text, 400, " (did you mean '%s'?)", near);
  else if (places[0])
    snprintf(text, 400, " (it is legal %s: %s)", kind, places);
  else
    snprintf(text, 400, " (no such name in MJCF)");
  return text;
}

static int unknown_attribute(Reader* r, const XmlElement* e, int schema, const char* name) {
  char places[256], text[400];
  const char* near = fc_schemaNearestAttribute(schema, name);
  const char* older = fc_schemaOlderName(e->name, name);
  fc_schemaWhereAttribute(name, places, sizeof places);
  if (places[0])
    near = NULL;
  return fail_at(r, e, name, "Schema violation: unrecognized attribute: '%.80s'%s", name,
                 hint(text, near, older, places, "in"));
}

// Names of modules have a dot; if no module has the name, the last message is that of
// fc_schemaFindChild.
static int unknown_module(Reader* r, const XmlElement* e, int parent) {
  char reason[1024];
  snprintf(reason, sizeof reason, "%s", fc_lastError());
  const char* near = fc_schemaNearestChild(parent, e->name);
  return near ? fail_at(r, e, NULL, "Schema violation: unrecognized element (did you mean '%s'?)",
                        near)
              : fail_at(r, e, NULL, "Schema violation: unrecognized element: %s", reason);
}

static int unknown_element(Reader* r, const XmlElement* e, int parent) {
  if (strchr(e->name, '.'))
    return unknown_module(r, e, parent);
  char places[256], text[400];
  const char* near = fc_schemaNearestChild(parent, e->name);
  char nested[200];
  snprintf(nested, sizeof nested, "%s/%s", fc_schemaElement(parent)->name, e->name);
  const char* older = fc_schemaOlderName(nested, NULL);
  fc_schemaWhereElement(e->name, places, sizeof places);
  if (places[0])
    near = NULL;
  return fail_at(r, e, NULL, "Schema violation: unrecognized element%s",
                 hint(text, near, older, places, "inside"));
}

// schema element for a child; -1: not legal here; beyond the table: not validated
static int schema_of_child(int parent, const char* tag) {
  const int below_root =
      strcmp(tag, "body") == 0 || strcmp(tag, "frame") == 0 || strcmp(tag, "replicate") == 0;
  return parent == 0 && below_root ? fc_schemaFindPath("mujoco/body")
                                   : fc_schemaFindChild(parent, tag);
}

static int check_element(Reader* r, const XmlElement* e, int schema) {
  // attributes; worldbody has none, which the reader reports
  for (int i = 0; i < e->nattribute; i++)
    if (!fc_schemaFindAttribute(schema, e->attribute[i].name))
      return unknown_attribute(r, e, schema, e->attribute[i].name);

  // children
  for (const XmlElement* child = e->first; child; child = child->next) {
    int at = schema_of_child(schema, child->name);
    if (at < 0)
      return unknown_element(r, child, schema);
    if ((at < fc_schemaCount() || fc_schemaFace(at)) && check_element(r, child, at))
      return -1;
  }

  // number of occurrences
  for (int i = e->first ? fc_schemaFirstChild(schema) : -1; i >= 0; i = fc_schemaNextSibling(i)) {
    const FcSchemaElement* child = fc_schemaElement(i);
    if (child->cardinality == '?') {
      int n = xml_count(e, child->name);
      if (n > 1) {
        return fail_at(r, e, NULL, "Schema violation: unique element '%s' found %d times",
                       child->name, n);
      }
    }
  }
  return 0;
}

int check_document(Reader* r, const XmlElement* root) {
  if (strcmp(root->name, "mujoco") != 0) {
    return fail_at(r, root, NULL,
                   "Schema violation: unrecognized element (did you mean 'mujoco'?)");
  }
  return check_element(r, root, 0);
}
