// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The window of `fulcrum view` is in a module of its own, which is found here.

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/viewer.h>

#include "core/foundation/base/errors.h"
#include "core/kernel/modules/registry.h"

int fc_view(FcView* view) {
  // callers may have been built when the struct was shorter
  FcView own = {0};
  memcpy(&own, view, view->size < sizeof own ? view->size : sizeof own);
  own.size = sizeof own;
  const FcFace* face =
      own.viewer ? registry_find(FC_VIEWER, own.viewer) : registry_best(FC_VIEWER, NULL);
  if (!face && own.viewer)
    return -1;
  if (!face)
    return registry_fail(FC_VIEWER, "there is no viewer: no module of this kind is installed");
  const FcViewer* viewer = face->table;
  const unsigned long mark = fail_mark();
  const int status = fail_settle(mark, "viewer", face->name, viewer->run(&own));
  if (view->size > offsetof(FcView, signal))
    view->signal = own.signal;
  return status;
}
