// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Where the layers of the core meet. Includes point one way; what a lower layer needs from a higher
// one is a function in a table that is filled here, when the library is linked: no constructor runs
// and nothing has to be called first.

#include "core/data/memory.h"
#include "core/kernel/constraint_type.h"
#include "core/kernel/plugin_run.h"
#include "core/kernel/requirements.h"
#include "core/pipeline/stages.h"
#include "core/resource/resource.h"

DataHooks data_hooks = {
    .read_resource = resource_use,
    .read_trailer = requirements_read,
    .write_trailer = requirements_write,
    .check_equality = constraint_validate,
    .make_plugins = plugins_make,
    .reset_plugins = plugins_reset,
    .copy_plugins = plugins_copy,
    .delete_plugins = plugins_delete,
    .reset_sleep = start_asleep,
};
