// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Included first by files whose results must not depend on whether the processor multiplies and
// adds in one rounding. The moments of some transmissions are stored by their exact nonzeros, so
// which entries exist depends on the last bit of the positions and axes that enter; without
// contraction the pattern is the same at every processor level, and the reference's.

#ifndef CORE_MECHANICS_EXACT_ROUNDING_H_
#define CORE_MECHANICS_EXACT_ROUNDING_H_

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

#endif  // CORE_MECHANICS_EXACT_ROUNDING_H_
