// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the files of the gmsh decoder.

#ifndef LOADERS_GMSH_GMSH_H_
#define LOADERS_GMSH_GMSH_H_

#include <stddef.h>
#include <stdint.h>

#include <fulcrum/decoder.h>

// bytes between the name of a section and the name that ends it
typedef struct Section_ {
  const char *at, *end;
  const char* name;  // "Nodes", "Elements"
} Section;

typedef struct Gmsh_ {
  Section nodes, elements;
  FcFlexData* flex;
  char* error;
  int error_size;
} Gmsh;

// Write a message; returns -1.
int gmsh_fail(Gmsh* g, const char* format, ...) __attribute__((format(printf, 2, 3)));

// Read the next number of a text. 0, or -1 when the section has none or it is out of range.
int gmsh_real(Section* s, double* value);
int gmsh_integer(Section* s, int64_t* value);

// Read the bytes of the next number of a binary section. 0, or -1 when there are fewer.
int gmsh_bytes(Section* s, void* to, size_t n);

// Allocate points or elements, each of which takes at least `least` bytes in the section.
int gmsh_make_points(Gmsh* g, const Section* s, int64_t count, size_t least);
int gmsh_make_elements(Gmsh* g, const Section* s, int64_t count, size_t least);

int gmsh_read_4(Gmsh* g, int binary);  // gmsh_4.c
int gmsh_read_2_text(Gmsh* g);         // gmsh_2.c
int gmsh_read_2_binary(Gmsh* g);

#endif  // LOADERS_GMSH_GMSH_H_
