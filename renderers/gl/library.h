// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// OpenGL as found at run time: the functions of the library whose context is current in the thread.
// No graphics library is linked.

#ifndef RENDERERS_GL_LIBRARY_H_
#define RENDERERS_GL_LIBRARY_H_

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

typedef struct Gl_ {
#define X(name) __typeof__(&gl##name) name;
#define O(name) X(name)
#include "renderers/gl/functions.inc"
#undef O
#undef X
} Gl;

// The functions for the current context; NULL after fc_fail when there is none, or when it lacks
// required functions.
const Gl* gl_library(void);

// the same without a reason
const Gl* gl_library_if_current(void);

#endif  // RENDERERS_GL_LIBRARY_H_
