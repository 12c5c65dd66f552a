// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Expansion of <include file="...">: the element is replaced by the children of the root of the
// included document, anywhere in the tree and to any depth. A file may appear once per model, so
// cycles cannot occur. Names are looked up relative to the model directory, then relative to the
// directory of the including file; the VFS is asked first by the resource functions.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mjcf.h"

// The same file may be written in several ways: take "." and "name/.." out of a path, in place.
static void reduce_path(char* path) {
  char* to = path;
  for (const char* from = path; *from;) {
    size_t n = strcspn(from, "/\\"), whole = n + (from[n] != 0);
    char* last = to > path ? to - 1 : to;  // start of the previous component
    while (last > path && !strchr("/\\", last[-1]))
      last--;
    int up = n == 2 && strncmp(from, "..", 2) == 0, is_name = to - last > 1;
    if (up && is_name && strncmp(last, "../", 3) != 0) {
      to = last;
    } else if (n != 1 || from[0] != '.') {
      memmove(to, from, whole);
      to += whole;
    }
    from += whole;
  }
  *to = 0;
}

// store a document and the name used in the include; 0, or -1
static int add_document(Reader* r, const XmlDocument* document, const char* name) {
  if (r->ndocument == r->document_capacity) {
    int capacity = r->document_capacity ? 2 * r->document_capacity : 8;
    XmlDocument* documents = realloc(r->document, sizeof(XmlDocument) * (size_t)capacity);
    if (documents)
      r->document = documents;
    char** files = realloc(r->file, sizeof(char*) * (size_t)capacity);
    if (files)
      r->file = files;
    if (!documents || !files)
      return -1;
    r->document_capacity = capacity;
  }
  char* copy = malloc(strlen(name) + 1);
  if (!copy)
    return -1;
  strcpy(copy, name);
  reduce_path(copy);
  r->file[r->ndocument] = copy;
  r->document[r->ndocument++] = *document;
  return 0;
}

// the part of a path up to and including its last separator
static void directory_of(const char* path, char* directory, size_t size) {
  const char* last = NULL;
  for (const char* c = path; *c; c++)
    last = *c == '/' || *c == '\\' ? c : last;
  snprintf(directory, size, "%.*s", last ? (int)(last - path) + 1 : 0, path);
}

// open the file in the model directory, then beside the including file; *path (from malloc) is its
// name relative to the model directory
static mjResource* open_included(Reader* r, const XmlElement* e, const char* name, char** path,
                                 char* error, int size) {
  const FcSource* source = r->source;
  *path = join_path("", name);
  mjResource* resource =
      mju_openResource(source->directory, name, source->vfs, error, (size_t)size);
  if (!resource && !is_absolute_path(name) && e->included) {
    char beside[1024], unused[512];
    directory_of(e->file, beside, sizeof beside);
    char* other = beside[0] ? join_path(beside, name) : NULL;
    if (other) {
      resource = mju_openResource(source->directory, other, source->vfs, unused, sizeof unused);
      free(*path);
      *path = other;
    }
  }
  return resource;
}

// mark the elements of an included document
static void mark_included(XmlElement* e) {
  for (; e; e = e->next) {
    e->included = 1;
    mark_included(e->first);
  }
}

// parse the file of an include element; NULL with a message on failure
static XmlElement* load_included(Reader* r, const XmlElement* e, const char* name) {
  char problem[512] = "";
  char* path = NULL;
  mjResource* resource = open_included(r, e, name, &path, problem, sizeof problem);
  if (!resource) {
    free(path);
    fail_at(r, e, "file", "%s", problem);
    return NULL;
  }
  const void* bytes = NULL;
  int nbyte = mju_readResource(resource, &bytes);
  XmlDocument document = {0};
  int status = 0, kept = -1;
  if (nbyte > 0) {
    status =
        xml_parse(&document, bytes, (size_t)nbyte, path ? path : name, problem, sizeof problem);
    kept = add_document(r, &document, name);
  }
  mju_closeResource(resource);
  free(path);

  if (nbyte < 0) {
    fail_at(r, e, "file", "Error reading file '%s'", name);
  } else if (nbyte == 0) {
    fail_at(r, e, "file", "Empty file '%s'", name);
  } else if (kept < 0) {
    xml_free(&document);
    fail_plain(r, "XML Error: out of memory for included files");
  } else if (status) {
    fail_at(r, e, "file", "Include error: '%s'", problem);
  } else if (!document.root) {
    fail_at(r, e, "file", "Root element missing in file '%s'", name);
  } else if (!document.root->first) {
    fail_at(r, e, "file", "Empty include file '%s': its root has no child elements", name);
  } else {
    mark_included(document.root);
    return document.root;
  }
  return NULL;
}

// replace an include element by the children of `root`; returns the first of them
static XmlElement* splice(XmlElement* e, XmlElement* previous, XmlElement* root) {
  XmlElement* parent = e->parent;
  for (XmlElement* child = root->first; child; child = child->next)
    child->parent = parent;
  *(previous ? &previous->next : &parent->first) = root->first;
  root->last->next = e->next;
  if (parent->last == e)
    parent->last = root->last;
  return root->first;
}

// whether the file is the main one or was included before; running out of memory is reported when
// it is read
static int is_present(const Reader* r, const char* name) {
  char* path = join_path("", name);
  int found = 0;
  if (path)
    reduce_path(path);
  for (int i = 0; path && i < r->ndocument; i++)
    found |= strcmp(r->file[i], path) == 0;
  free(path);
  return found;
}

static int expand_children(Reader* r, XmlElement* parent, int depth) {
  if (depth > XML_MAX_DEPTH)
    return fail_at(r, parent, NULL, "elements are nested deeper than %d", XML_MAX_DEPTH);
  XmlElement* previous = NULL;
  for (XmlElement* e = parent->first; e;) {
    if (strcmp(e->name, "include") != 0) {
      if (expand_children(r, e, depth + 1))
        return -1;
      previous = e;
      e = e->next;
      continue;
    }

    // each file may be included only once
    const char* name = xml_attribute(e, "file");
    if (e->first)
      return fail_at(r, e, NULL, "Include element cannot have children");
    if (!name)
      return fail_at(r, e, NULL, "required attribute missing: 'file'");
    if (is_present(r, name))
      return fail_at(r, e, "file", "File '%s' already included", name);
    if (r->ndocument > MAX_FILES)
      return fail_at(r, e, "file", "more than %d files are included", MAX_FILES);
    XmlElement* root = load_included(r, e, name);
    if (!root)
      return -1;
    e = splice(e, previous, root);
  }
  return 0;
}

int expand_includes(Reader* r) { return expand_children(r, r->document[0].root, 1); }
