// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// JSON documents of any size. cJSON builds, escapes and prints values; the document around them is
// written member by member, so it needs no more memory than its largest member.

#ifndef TOOLS_COMMON_JSON_H_
#define TOOLS_COMMON_JSON_H_

#include <cjson/cJSON.h>
#include <stdio.h>

#define JSON_DEPTH 4
typedef struct Json_ {
  FILE* file;
  int depth;
  int count[JSON_DEPTH];     // members written at each depth
  char closing[JSON_DEPTH];  // '}' or ']'
  int failed;                // 1: a value is missing because memory was exhausted
} Json;

// ---------------------------------------------------------------- values

// A number, with 17 digits so that it is read back as the same bits (cJSON's own format may lose
// the last one), or null when it is not finite. NULL when memory is exhausted.
cJSON* json_real(double value);

// Add a value to an object, or to an array (key NULL), which then owns it. When the value is NULL
// or cannot be added, the document fails.
void json_add(Json* json, cJSON* to, const char* key, cJSON* value);
void json_add_real(Json* json, cJSON* to, const char* key, double value);
void json_add_int(Json* json, cJSON* to, const char* key, long long value);
void json_add_text(Json* json, cJSON* to, const char* key, const char* value);

// ---------------------------------------------------------------- documents

// Begin an object ('{') or array ('['), with a key when it is the member of an object; end the
// innermost one that is open.
void json_begin(Json* json, const char* key, char bracket);
void json_end(Json* json);

// Write a member (key NULL: of an array) and delete the value. When it is NULL, the document fails.
void json_put(Json* json, const char* key, cJSON* value);

// 0, or EXIT_FAILED after a message when memory was exhausted on the way. Whether the file could be
// written is for the caller to find out (ferror, fclose).
int json_finish(const Json* json);

#endif  // TOOLS_COMMON_JSON_H_
