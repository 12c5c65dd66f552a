// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LOADERS_XML_LIMITS_H_
#define LOADERS_XML_LIMITS_H_

// deepest nesting of elements
enum { XML_MAX_DEPTH = 500 };

#endif  // LOADERS_XML_LIMITS_H_
