// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Connects the layers of the core. Includes point one way; what a lower layer needs from a higher
// one is a function in a table that is filled here at link time, so that no constructor runs and no
// initialisation call is needed.

#include <fulcrum/host.h>
#include <fulcrum/schema.h>

#include "core/foundation/data/memory.h"
#include "core/kernel/binding/requirements.h"
#include "core/kernel/binding/scheduler.h"
#include "core/kernel/kinds/actuator.h"
#include "core/kernel/kinds/constraint.h"
#include "core/kernel/kinds/kinds.h"
#include "core/kernel/mjplugin/plugin_run.h"
#include "core/kernel/modules/cxx_users.h"
#include "core/kernel/modules/registry.h"
#include "core/model/resource/resource.h"
#include "core/physics/batch/batch.h"
#include "core/physics/pipeline/stages.h"
#include "core/physics/pipeline/validate_sensors.h"

const StageList* const stage_table = pipeline_stages;

const KindRules* const kind_rules[FC_NKIND] = {
#define FC_KIND(constant, word, table, role, header, folder) [constant] = &word##_rules,
#include <fulcrum/kinds.def>
#undef FC_KIND
};

DataHooks data_hooks = {
    .read_resource = resource_use,
    .read_trailer = requirements_read,
    .write_trailer = requirements_write,
    .check_equality = constraint_validate,
    .make_plugins = plugins_make,
    .reset_plugins = plugins_reset,
    .copy_plugins = plugins_copy,
    .delete_plugins = plugins_delete,
    .prepare = step_prepare,
    .reset_sleep = start_asleep,
    .least_activations = law_least_activations,
    .validate_sensors = validate_sensors,
};

static const char* keyword_of_option(FcKind kind, int value) {
  const int option = fc_schemaFindPath("mujoco/option");
  const char* name = fc_kindName(kind);
  const FcSchemaAttribute* attribute =
      option >= 0 && name ? fc_schemaFindAttribute(option, name) : NULL;
  return attribute && attribute->keywords ? fc_schemaKeywordName(attribute->keywords, value) : NULL;
}

const char* (*const option_keyword)(FcKind kind, int value) = keyword_of_option;

void (*const model_set_const)(mjModel* m, mjData* d) = mj_setConst;

const char* (*const cxx_library)(void) = fc_cxxLibrary;
