// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Parameter values: numbers that belong to a model, one block per implementation (and per plugin
// instance, where a model configures several). A block is created at first use and filled with the
// defaults and with what the model's plugin instances configure.

#ifndef CORE_KERNEL_BINDING_PARAMETER_H_
#define CORE_KERNEL_BINDING_PARAMETER_H_

#include <fulcrum/host.h>

// Values of a face for `instance` (plugin instance of m; -1: the implementation itself). NULL when
// the face has no parameters, or with fc_lastError when a configured value is not acceptable;
// *failed tells the two apart. Thread-safe for one model.
mjtNum* parameter_values(const mjModel* m, const FcFace* face, int instance, int* failed);

// Where fc_setParameter would write a parameter: returns how many places there are, at least 1, the
// first `max` of them in place[], and the count of its numbers in *length. -1 with fc_lastError,
// also for parameters that are fixed when a model is compiled. The places are valid as long as the
// model.
int parameter_places(const mjModel* m, const char* face, const char* key, mjtNum** place, int max,
                     int* length);

// Visits every parameter whose numbers in m differ from those that its file gave it, because they
// were set since. `instance` is as above; the order is unspecified. Do not call parameter_values
// for m during the visit.
typedef void (*ParameterVisit)(void* context, const FcFace* face, int instance,
                               const FcParameter* parameter, const mjtNum* value);
void parameters_changed(const mjModel* m, ParameterVisit visit, void* context);

// The number of values of the parameters of a face, and the values themselves, from the text of
// each parameter (NULL or "": its default). Without a model, elements have no ids yet and stay -1.
// 0, or -1 with fc_lastError.
int parameter_count(const FcFace* face);
int parameter_read(const mjModel* m, const FcFace* face,
                   const char* (*text)(const void* context, int index), const void* context,
                   mjtNum* value);

// Index of a parameter among the values, or -1 with fc_lastError, which names the nearest key.
int parameter_find(const FcFace* face, const char* key, const FcParameter** parameter);

// The numbers of one parameter from its text. 0, or -1 with fc_lastError.
int parameter_set(const mjModel* m, const FcFace* face, const FcParameter* parameter, mjtNum* value,
                  const char* text);

// Writes the numbers of one parameter as text, piece by piece; parameter_set reads the same numbers
// back, bit for bit. Elements are written by name or, without a model, by number. 0, or -1 with
// fc_lastError when an element has no name that a text could hold.
typedef struct TextSink_ {
  void (*put)(void* context, const char* text);
  void* context;
} TextSink;
int parameter_write(const mjModel* m, const FcFace* face, const FcParameter* parameter,
                    const mjtNum* value, const TextSink* sink);

// A description of the acceptable values when `value` is not one of them ("a whole number", "0 to
// 1"); NULL when it is.
const char* parameter_fault(const FcParameter* parameter, mjtNum value);

#endif  // CORE_KERNEL_BINDING_PARAMETER_H_
