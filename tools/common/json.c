// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>

#include "tools/common/json.h"
#include "tools/tool.h"

// ---------------------------------------------------------------- values

cJSON* json_real(double value) {
  char text[32];
  if (!isfinite(value))
    return cJSON_CreateNull();
  snprintf(text, sizeof text, "%.17g", value);
  return cJSON_CreateRaw(text);
}

void json_add(Json* json, cJSON* to, const char* key, cJSON* value) {
  if (value && (key ? cJSON_AddItemToObject(to, key, value) : cJSON_AddItemToArray(to, value)))
    return;
  cJSON_Delete(value);
  json->failed = 1;
}

void json_add_real(Json* json, cJSON* to, const char* key, double value) {
  json_add(json, to, key, json_real(value));
}

void json_add_int(Json* json, cJSON* to, const char* key, long long value) {
  char text[32];
  snprintf(text, sizeof text, "%lld", value);
  json_add(json, to, key, cJSON_CreateRaw(text));
}

void json_add_text(Json* json, cJSON* to, const char* key, const char* value) {
  json_add(json, to, key, cJSON_CreateString(value));
}

// ---------------------------------------------------------------- documents

// Print a value whose first line has been begun, further lines indented by the depth. cJSON indents
// with tabs and puts a tab after a colon; tabs inside strings are escaped, so every tab can become
// a blank.
static void print_value(Json* json, const cJSON* value) {
  char* text = value ? cJSON_Print(value) : NULL;
  if (!text) {
    json->failed = 1;
    fputs("null", json->file);
    return;
  }
  for (const char* c = text; *c; c++) {
    fputc(*c == '\t' ? ' ' : *c, json->file);
    if (*c == '\n')
      fprintf(json->file, "%*s", json->depth, "");
  }
  cJSON_free(text);
}

// what precedes a member: the comma after the member before it, a new line, the key
static void print_lead(Json* json, const char* key) {
  if (json->depth)
    fprintf(json->file, "%s\n%*s", json->count[json->depth - 1]++ ? "," : "", json->depth, "");
  if (!key)
    return;
  cJSON* name = cJSON_CreateString(key);
  print_value(json, name);
  cJSON_Delete(name);
  fputs(": ", json->file);
}

void json_begin(Json* json, const char* key, char bracket) {
  print_lead(json, key);
  fputc(bracket, json->file);
  json->count[json->depth] = 0;
  json->closing[json->depth++] = bracket == '{' ? '}' : ']';
}

void json_end(Json* json) {
  json->depth--;
  if (json->count[json->depth])
    fprintf(json->file, "\n%*s", json->depth, "");
  fputc(json->closing[json->depth], json->file);
  if (!json->depth)
    fputc('\n', json->file);
}

void json_put(Json* json, const char* key, cJSON* value) {
  print_lead(json, key);
  print_value(json, value);
  cJSON_Delete(value);
}

int json_finish(const Json* json) {
  return json->failed ? failure("out of memory for the JSON output; it is not complete") : EXIT_OK;
}
