// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Errors and warnings of the engine, which end what the viewer was doing, but not the program.

#ifndef VIEWER_ERRORS_H_
#define VIEWER_ERRORS_H_

#include "viewer/simulation/messages.h"

// Call a function in which the engine may report an error. 0, or -1 with the text of the error in
// fc_lastError. The engine leaves an mjData in which an error occurred as it is: simulation_mend.
int errors_guard(void (*function)(void*), void* argument);

// Warnings of the library become messages, and go to the former handler as well.
void errors_show_warnings(Messages* messages);
void errors_leave_warnings(void);

// number of warnings given by the calling thread
int errors_warnings(void);

#endif  // VIEWER_ERRORS_H_
