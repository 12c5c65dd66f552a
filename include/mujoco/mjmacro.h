// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef MUJOCO_MJMACRO_H_
#define MUJOCO_MJMACRO_H_

// Largest and smallest of two values; the arguments are evaluated twice.
#define mjMAX(a, b) (((a) > (b)) ? (a) : (b))
#define mjMIN(a, b) (((a) < (b)) ? (a) : (b))

// Is a disable/enable bit set? A variable `m` (const mjModel*) must be in scope.
#define mjDISABLED(x) (m->opt.disableflags & (x))
#define mjENABLED(x) (m->opt.enableflags & (x))

// Is actuator i disabled through its group? The group must be in 0..30.
#define mjACTUATORDISABLED(i) (m->opt.disableactuator & (1 << m->actuator_group[i]))

// Programs written for version 2.3: keep and restore the stack of `d`, which must be in scope,
// through a local variable. New code uses mj_markStack and mj_freeStack.
#define mjMARKSTACK size_t _mark = d->pstack;
#define mjFREESTACK d->pstack = _mark;

// Limits of the virtual file system of version 2.3; there are none today.
#define mjMAXVFS     200
#define mjMAXVFSNAME 100

// Let the compiler check printf-like arguments: n is the position of the format string, m of the
// first variadic argument.
#if defined(__GNUC__)
#define mjPRINTFLIKE(n, m) __attribute__((format(printf, n, m)))
#else
#define mjPRINTFLIKE(n, m)
#endif

#endif  // MUJOCO_MJMACRO_H_
