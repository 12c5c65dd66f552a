// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_KERNEL_LAB_H_
#define TESTS_KERNEL_LAB_H_

// what is different in a build of lab.c
#define LAB_FIRST 0       // as it was first
#define LAB_LAW 1         // another law
#define LAB_LAYOUT 2      // more memory and state
#define LAB_PARAMETERS 3  // one more parameter, in another order
#define LAB_LACKS 4       // a face is missing
#define LAB_SENSOR 5      // the sensor has another dimension
#define LAB_TYPE 6        // a parameter has another type
#define LAB_PLACE 7       // the stage is attached to a stage that does not exist
#define LAB_NAME 8        // the descriptor has another name than the manifest
#define LAB_RANGE 9       // a parameter has a smaller range

#endif  // TESTS_KERNEL_LAB_H_
