// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Functions of C for languages that cannot make any with data of their own: for each shape a fixed
// number, each with a slot that says whom it gathers for.

#include <stdatomic.h>

#include <fulcrum/batch.h>
#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

typedef struct Slot_ {
  FcGatherFunction f;
  void* user;
} Slot;

static Slot slots[FC_NSHAPE][FC_GATHERING_MAX];
static atomic_int nused[FC_NSHAPE];

static int gather_face(const Slot* slot, FcArguments* arguments) {
  const FcContext* context = arguments->context;
  arguments->size = sizeof *arguments;
  return fc_gather(slot->f, slot->user, context->m, context->d, arguments);
}

static mjtNum gather_callback(const Slot* slot, const mjModel* m, mjData* d, int i, int k) {
  FcArguments arguments = {.size = sizeof arguments, .i = {i, k}};
  if (fc_gather(slot->f, slot->user, m, d, &arguments) < 0)
    mju_error("%s", fc_lastError());
  return arguments.result;
}

// ---------------------------------------------------------------- the functions of one slot

#define FUNCTIONS(n)                                                                  \
  static int face_##n(const FcContext* c) {                                           \
    FcArguments a = {.context = c};                                                   \
    return gather_face(&slots[FC_SHAPE_CONTEXT][0x##n], &a);                          \
  }                                                                                   \
  static int face_p_##n(const FcContext* c, void* p) {                                \
    FcArguments a = {.context = c, .p = {p}};                                         \
    return gather_face(&slots[FC_SHAPE_CONTEXT_POINTER][0x##n], &a);                  \
  }                                                                                   \
  static int face_pp_##n(const FcContext* c, void* p, void* q) {                      \
    FcArguments a = {.context = c, .p = {p, q}};                                      \
    return gather_face(&slots[FC_SHAPE_CONTEXT_2_POINTERS][0x##n], &a);               \
  }                                                                                   \
  static int face_ppp_##n(const FcContext* c, void* p, void* q, void* r) {            \
    FcArguments a = {.context = c, .p = {p, q, r}};                                   \
    return gather_face(&slots[FC_SHAPE_CONTEXT_3_POINTERS][0x##n], &a);               \
  }                                                                                   \
  static int face_ip_##n(const FcContext* c, int i, void* p) {                        \
    FcArguments a = {.context = c, .i = {i}, .p = {p}};                               \
    return gather_face(&slots[FC_SHAPE_CONTEXT_INT_POINTER][0x##n], &a);              \
  }                                                                                   \
  static int face_pi_##n(const FcContext* c, void* p, int i) {                        \
    FcArguments a = {.context = c, .i = {i}, .p = {p}};                               \
    return gather_face(&slots[FC_SHAPE_CONTEXT_POINTER_INT][0x##n], &a);              \
  }                                                                                   \
  static void callback_##n(const mjModel* m, mjData* d) {                             \
    gather_callback(&slots[FC_SHAPE_CALLBACK][0x##n], m, d, 0, 0);                    \
  }                                                                                   \
  static void callback_i_##n(const mjModel* m, mjData* d, int i) {                    \
    gather_callback(&slots[FC_SHAPE_CALLBACK_INT][0x##n], m, d, i, 0);                \
  }                                                                                   \
  static int callback_ii_##n(const mjModel* m, mjData* d, int i, int k) {             \
    return (int)gather_callback(&slots[FC_SHAPE_CALLBACK_2_INTS][0x##n], m, d, i, k); \
  }                                                                                   \
  static mjtNum callback_n_##n(const mjModel* m, mjData* d, int i) {                  \
    return gather_callback(&slots[FC_SHAPE_CALLBACK_NUMBER][0x##n], m, d, i, 0);      \
  }

// 0 to FC_GATHERING_MAX - 1, in hexadecimal digits
#define SIXTEEN(X, h) \
  X(h##0)             \
  X(h##1)             \
  X(h##2)             \
  X(h##3)             \
  X(h##4) X(h##5) X(h##6) X(h##7) X(h##8) X(h##9) X(h##a) X(h##b) X(h##c) X(h##d) X(h##e) X(h##f)
#define EACH(X) \
  SIXTEEN(X, 0) \
  SIXTEEN(X, 1) SIXTEEN(X, 2) SIXTEEN(X, 3) SIXTEEN(X, 4) SIXTEEN(X, 5) SIXTEEN(X, 6) SIXTEEN(X, 7)

EACH(FUNCTIONS)

// ---------------------------------------------------------------- giving them out

#define ADDRESS_OF(name) (FcFunction) name,
static const FcFunction functions[FC_NSHAPE][FC_GATHERING_MAX] = {
#define X(n) ADDRESS_OF(face_##n)
    [FC_SHAPE_CONTEXT] = {EACH(X)},
#undef X
#define X(n) ADDRESS_OF(face_p_##n)
    [FC_SHAPE_CONTEXT_POINTER] = {EACH(X)},
#undef X
#define X(n) ADDRESS_OF(face_pp_##n)
    [FC_SHAPE_CONTEXT_2_POINTERS] = {EACH(X)},
#undef X
#define X(n) ADDRESS_OF(face_ppp_##n)
    [FC_SHAPE_CONTEXT_3_POINTERS] = {EACH(X)},
#undef X
#define X(n) ADDRESS_OF(face_ip_##n)
    [FC_SHAPE_CONTEXT_INT_POINTER] = {EACH(X)},
#undef X
#define X(n) ADDRESS_OF(face_pi_##n)
    [FC_SHAPE_CONTEXT_POINTER_INT] = {EACH(X)},
#undef X
#define X(n) ADDRESS_OF(callback_##n)
    [FC_SHAPE_CALLBACK] = {EACH(X)},
#undef X
#define X(n) ADDRESS_OF(callback_i_##n)
    [FC_SHAPE_CALLBACK_INT] = {EACH(X)},
#undef X
#define X(n) ADDRESS_OF(callback_ii_##n)
    [FC_SHAPE_CALLBACK_2_INTS] = {EACH(X)},
#undef X
#define X(n) ADDRESS_OF(callback_n_##n)
    [FC_SHAPE_CALLBACK_NUMBER] = {EACH(X)},
#undef X
};

FcFunction fc_gatheringFunction(FcShape shape, FcGatherFunction f, void* user) {
  if ((int)shape < 0 || shape >= FC_NSHAPE || !f) {
    fc_fail("fc_gatheringFunction: there is no shape %d, or the function is NULL", (int)shape);
    return NULL;
  }
  const int i = atomic_fetch_add(&nused[shape], 1);
  if (i >= FC_GATHERING_MAX) {
    atomic_store(&nused[shape], FC_GATHERING_MAX);
    fc_fail("all %d gathering functions of shape %d were given out", FC_GATHERING_MAX, (int)shape);
    return NULL;
  }
  slots[shape][i] = (Slot){f, user};
  return functions[shape][i];
}
