// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files of models.

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <fulcrum/host.h>
#include <fulcrum/spec.h>

#include "viewer/simulation/source.h"

// the reason is one sentence, which names the path
mjModel* source_read(const char* path, mjSpec** spec, char* warning, int size) {
  mjModel* m = NULL;
  *spec = mj_parseXML(path, NULL, warning, size);
  if (*spec) {
    m = mj_compile(*spec, NULL);
    snprintf(warning, (size_t)size, "%s", mjs_getError(*spec));
  } else {
    m = fc_loadModel(path, NULL, warning, size);  // a binary model, or a message
  }
  if (m)
    return m;
  mj_deleteSpec(*spec);
  *spec = NULL;
  const char* name = strrchr(path, '/');
  if (!strstr(warning, name ? name + 1 : path))
    fc_fail("%s: %s", path, warning[0] ? warning : "it cannot be loaded");
  else
    fc_fail("%s", warning);
  return NULL;
}

double source_modified(const Source* s) {
  struct stat status;
  if (stat(s->path, &status))
    return 0;
  return (double)status.st_mtim.tv_sec + 1e-9 * (double)status.st_mtim.tv_nsec;
}

// The spec of a model in memory is known if it was the last one that the program loaded.
int source_save(const Source* s, const mjModel* m, const char* path) {
  char error[1000] = "";
  mjSpec* last = s->given ? fc_lastSpec() : NULL;
  mjSpec* spec = s->given ? last : s->spec;
  int status = -1;
  if (!spec)
    fc_fail("%s was not written: the model was not loaded from a text", path);
  else if (!mj_copyBack(spec, m))
    fc_fail("%s was not written: %s%s", path,
            last ? "the model is not the one that was loaded last; " : "", mjs_getError(spec));
  else if (mj_saveXML(spec, path, error, sizeof error))
    fc_fail("%s%s%s", strstr(error, path) ? "" : path, strstr(error, path) ? "" : ": ", error);
  else
    status = 0;
  mj_deleteSpec(last);
  return status;
}
