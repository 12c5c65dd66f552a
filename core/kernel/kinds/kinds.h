// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The rules of all kinds, each defined in the file of its kind: solver_rules, ...

#ifndef CORE_KERNEL_KINDS_KINDS_H_
#define CORE_KERNEL_KINDS_KINDS_H_

#include "core/kernel/modules/kind.h"

#define FC_KIND(constant, word, table, role, header, folder) extern const KindRules word##_rules;
#include <fulcrum/kinds.def>
#undef FC_KIND

#endif  // CORE_KERNEL_KINDS_KINDS_H_
