// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files of frozen problems. One table of members drives allocation, both formats and messages. A
// binary file is "FCPROB1\n", the sizes and numbers in the order of the tables, then the arrays, in
// the byte order of x86-64.

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/common/json.h"
#include "tools/problem/problem.h"
#include "tools/tool.h"

#define MAGIC "FCPROB1\n"
#define SIZE_MAX_COUNT 10000000

// ---------------------------------------------------------------- members

typedef struct Member_ {
  const char* name;
  size_t at;
  size_t size;  // where its length is in Frozen
  int times;    // numbers per unit of it
  int real;     // 1: mjtNum, 0: int
} Member;

#define AT(name) offsetof(Frozen, name)
static const Member sizes[] = {{"nv", AT(nv), 0, 0, 0},
                               {"nefc", AT(nefc), 0, 0, 0},
                               {"ne", AT(ne), 0, 0, 0},
                               {"nf", AT(nf), 0, 0, 0},
                               {"sparse", AT(sparse), 0, 0, 0},
                               {"elliptic", AT(elliptic), 0, 0, 0},
                               {"iterations", AT(iterations), 0, 0, 0},
                               {"ls_iterations", AT(ls_iterations), 0, 0, 0},
                               {"ncon", AT(ncon), 0, 0, 0},
                               {"nM", AT(nM), 0, 0, 0},
                               {"nJ", AT(nJ), 0, 0, 0}};
static const Member numbers[] = {{"tolerance", AT(tolerance), 0, 0, 1},
                                 {"ls_tolerance", AT(ls_tolerance), 0, 0, 1},
                                 {"scale", AT(scale), 0, 0, 1},
                                 {"time", AT(time), 0, 0, 1}};
#define ARRAY(name, size, times, real) \
  { #name, AT(name), AT(size), times, real }
static const Member arrays[] = {ARRAY(M_rownnz, nv, 1, 0),    ARRAY(M_rowadr, nv, 1, 0),
                                ARRAY(M_colind, nM, 1, 0),    ARRAY(M, nM, 1, 1),
                                ARRAY(LD, nM, 1, 1),          ARRAY(LDiagInv, nv, 1, 1),
                                ARRAY(qfrc_smooth, nv, 1, 1), ARRAY(qacc_smooth, nv, 1, 1),
                                ARRAY(qacc, nv, 1, 1),        ARRAY(J_rownnz, nefc, 1, 0),
                                ARRAY(J_rowadr, nefc, 1, 0),  ARRAY(J_rowsuper, nefc, 1, 0),
                                ARRAY(J_colind, nJ, 1, 0),    ARRAY(J, nJ, 1, 1),
                                ARRAY(type, nefc, 1, 0),      ARRAY(id, nefc, 1, 0),
                                ARRAY(aref, nefc, 1, 1),      ARRAY(D, nefc, 1, 1),
                                ARRAY(R, nefc, 1, 1),         ARRAY(frictionloss, nefc, 1, 1),
                                ARRAY(dim, ncon, 1, 0),       ARRAY(mu, ncon, 1, 1),
                                ARRAY(friction, ncon, 5, 1)};
#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

static int size_at(const Frozen* p, size_t at) {
  int n;
  memcpy(&n, (const char*)p + at, sizeof n);
  return n;
}

// how many numbers an array has; the index arrays of the Jacobian are empty when it is dense
static int length(const Frozen* p, const Member* a) {
  const int index = a->name[0] == 'J' && a->name[1] == '_';
  return index && !p->sparse ? 0 : a->times * size_at(p, a->size);
}

static void** array_at(const Frozen* p, const Member* a) {
  return (void**)(void*)((char*)(uintptr_t)p + a->at);
}

static size_t width(const Member* a) { return a->real ? sizeof(mjtNum) : sizeof(int); }

int frozen_allocate(Frozen* p) {
  for (int i = 0; i < COUNT(arrays); i++) {
    void** array = array_at(p, arrays + i);
    if (!(*array = calloc((size_t)length(p, arrays + i) + 1, width(arrays + i))))
      return failure("out of memory for a problem of %d rows", p->nefc);
  }
  return EXIT_OK;
}

void frozen_free(Frozen* p) {
  for (int i = 0; i < COUNT(arrays); i++)
    free(*array_at(p, arrays + i));
  *p = (Frozen){0};
}

int frozen_is_file(const char* path) {
  const char* dot = strrchr(path, '.');
  return dot && (strcmp(dot, ".json") == 0 || strcmp(dot, ".bin") == 0);
}

static int is_binary(const char* path) {
  const char* dot = strrchr(path, '.');
  return dot && strcmp(dot, ".bin") == 0;
}

// ---------------------------------------------------------------- what a problem must be

static int wrong(const char* path, const char* member, int i, const char* expected) {
  return failure("%s: %s[%d] must be %s", path, member, i, expected);
}

static int check_sizes(const Frozen* p, const char* path) {
  for (int i = 0; i < COUNT(sizes); i++) {
    const int n = size_at(p, sizes[i].at);
    if (n < 0 || n > SIZE_MAX_COUNT)
      return failure("%s: %s must be between 0 and %d; %d is not", path, sizes[i].name,
                     SIZE_MAX_COUNT, n);
  }
  if (p->nv < 1 || p->nefc < 1 || p->ne + p->nf > p->nefc)
    return failure("%s: nv and nefc must be at least 1, and ne + nf at most nefc", path);
  if (p->sparse > 1 || p->elliptic > 1)
    return failure("%s: sparse and elliptic must be 0 or 1", path);
  if (!p->sparse && p->nJ != (long long)p->nv * p->nefc)
    return failure("%s: nJ must be nv nefc when the Jacobian is dense", path);
  return EXIT_OK;
}

// rows of a matrix in compressed storage without gaps, columns increasing and below n
static int check_rows(const char* path, const char* name, const int* nnz, const int* adr,
                      const int* column, int nrow, int n, int nstored) {
  int next = 0;
  for (int i = 0; i < nrow; i++) {
    if (adr[i] != next || nnz[i] < 0 || nnz[i] > nstored - next)
      return failure("%s: row %d of %s does not lie behind the one before and inside of %d entries",
                     path, i, name, nstored);
    for (int k = next; k < next + nnz[i]; k++) {
      if (column[k] < 0 || column[k] >= n || (k > next && column[k] <= column[k - 1]))
        return failure("%s: column indices of row %d of %s must increase and lie below %d", path, i,
                       name, n);
    }
    next += nnz[i];
  }
  return next == nstored
             ? EXIT_OK
             : failure("%s: %s has %d entries in its rows, not %d", path, name, next, nstored);
}

static int check_type(const Frozen* p, const char* path, int i) {
  const int type = p->type[i];
  const int legal = i < p->ne ? type == mjCNSTR_EQUALITY
                    : i < p->ne + p->nf
                        ? type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON
                        : type >= mjCNSTR_LIMIT_JOINT && type <= mjCNSTR_CONTACT_ELLIPTIC;
  if (!legal)
    return wrong(path, "type", i, "that of its place: bilateral, friction loss, unilateral");
  if (!(p->R[i] > 0) || !(p->D[i] > 0))
    return wrong(path, p->R[i] > 0 ? "D" : "R", i, "above 0");
  if (type < mjCNSTR_CONTACT_FRICTIONLESS)
    return EXIT_OK;
  return p->id[i] >= 0 && p->id[i] < p->ncon ? EXIT_OK
                                             : wrong(path, "id", i, "the index of a contact");
}

// the rows of an elliptic contact are together
static int check_contacts(const Frozen* p, const char* path) {
  for (int i = 0; i < p->ncon; i++) {
    if (p->dim[i] != 1 && p->dim[i] != 3 && p->dim[i] != 4 && p->dim[i] != 6)
      return wrong(path, "dim", i, "1, 3, 4 or 6");
    if (!(p->mu[i] >= 0))
      return wrong(path, "mu", i, "at least 0");
  }
  for (int i = p->ne + p->nf; i < p->nefc;) {
    const int elliptic = p->type[i] == mjCNSTR_CONTACT_ELLIPTIC;
    const int n = elliptic ? p->dim[p->id[i]] : 1;
    for (int k = i; k < i + n; k++)
      if (k >= p->nefc || (elliptic && (p->type[k] != p->type[i] || p->id[k] != p->id[i])))
        return wrong(path, "id", i, "that of as many rows as its contact has dimensions");
    i += n;
  }
  return EXIT_OK;
}

static int check_problem(const Frozen* p, const char* path) {
  for (int i = 0; i < COUNT(arrays); i++) {
    const mjtNum* x = *array_at(p, arrays + i);
    for (int k = 0, n = arrays[i].real ? length(p, arrays + i) : 0; k < n; k++)
      if (!isfinite(x[k]))
        return wrong(path, arrays[i].name, k, "a finite number");
  }
  if (check_rows(path, "M", p->M_rownnz, p->M_rowadr, p->M_colind, p->nv, p->nv, p->nM) ||
      (p->sparse &&
       check_rows(path, "J", p->J_rownnz, p->J_rowadr, p->J_colind, p->nefc, p->nv, p->nJ)))
    return EXIT_FAILED;
  for (int i = 0; i < p->nv; i++) {
    const int last = p->M_rowadr[i] + p->M_rownnz[i] - 1;
    if (!p->M_rownnz[i] || p->M_colind[last] != i || !(p->LD[last] > 0))
      return failure("%s: row %d of M must end with its diagonal, and its factor be positive", path,
                     i);
  }
  for (int i = 0; i < p->nefc; i++) {
    if (check_type(p, path, i))
      return EXIT_FAILED;
    // rows with the same columns follow each other
    for (int k = 1; p->sparse && k <= p->J_rowsuper[i]; k++)
      if (i + k >= p->nefc || p->J_rownnz[i + k] != p->J_rownnz[i] ||
          memcmp(p->J_colind + p->J_rowadr[i], p->J_colind + p->J_rowadr[i + k],
                 (size_t)p->J_rownnz[i] * sizeof(int)) != 0)
        return wrong(path, "J_rowsuper", i, "how many of the next rows have the same columns");
  }
  return check_contacts(p, path);
}

// ---------------------------------------------------------------- reading

static int read_json_number(const cJSON* item, const Member* a, void* value) {
  if (!cJSON_IsNumber(item))
    return -1;
  if (a->real) {
    *(mjtNum*)value = item->valuedouble;
    return 0;
  }
  *(int*)value = (int)item->valuedouble;
  return item->valuedouble >= -1e9 && item->valuedouble <= 1e9 && *(int*)value == item->valuedouble
             ? 0
             : -1;
}

static int read_json_array(Frozen* p, const cJSON* root, const Member* a, const char* path) {
  const cJSON* array = cJSON_GetObjectItemCaseSensitive(root, a->name);
  const int n = length(p, a);
  if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != n)
    return failure("%s: \"%s\" must be an array of %d numbers", path, a->name, n);
  char* to = *array_at(p, a);
  int i = 0;
  for (const cJSON* item = array->child; item; item = item->next, i++)
    if (read_json_number(item, a, to + width(a) * (size_t)i))
      return wrong(path, a->name, i, a->real ? "a number" : "a whole number");
  return EXIT_OK;
}

static int read_json(Frozen* p, const char* text, const char* path) {
  cJSON* root = cJSON_Parse(text);
  if (!cJSON_IsObject(root)) {
    const char* at = cJSON_GetErrorPtr();
    int line = 1;
    for (const char* c = text; at && c < at && *c; c++)
      line += *c == '\n';
    cJSON_Delete(root);
    return failure("%s:%d: not a JSON object", path, line);
  }
  int status = EXIT_OK;
  for (int i = 0; !status && i < COUNT(sizes) + COUNT(numbers); i++) {
    const Member* a = i < COUNT(sizes) ? sizes + i : numbers + i - COUNT(sizes);
    if (read_json_number(cJSON_GetObjectItemCaseSensitive(root, a->name), a, (char*)p + a->at))
      status = failure("%s: \"%s\" must be a %snumber", path, a->name, a->real ? "" : "whole ");
  }
  if (!status)
    status = check_sizes(p, path) || frozen_allocate(p) ? EXIT_FAILED : EXIT_OK;
  for (int i = 0; !status && i < COUNT(arrays); i++)
    status = read_json_array(p, root, arrays + i, path);
  cJSON_Delete(root);
  return status;
}

// 0, or -1 when the file ends before
static int take(const char** at, const char* end, void* to, size_t n) {
  if ((size_t)(end - *at) < n)
    return -1;
  memcpy(to, *at, n);
  *at += n;
  return 0;
}

static int read_binary(Frozen* p, const char* bytes, size_t n, const char* path) {
  const char *at = bytes, *end = bytes + n;
  char magic[sizeof MAGIC] = "";
  if (take(&at, end, magic, sizeof MAGIC - 1) || strcmp(magic, MAGIC) != 0)
    return failure("%s: not a frozen problem, it does not begin with FCPROB1", path);
  int ended = 0;
  for (int i = 0; i < COUNT(sizes); i++)
    ended |= take(&at, end, (char*)p + sizes[i].at, sizeof(int));
  for (int i = 0; i < COUNT(numbers); i++)
    ended |= take(&at, end, (char*)p + numbers[i].at, sizeof(mjtNum));
  if (!ended && (check_sizes(p, path) || frozen_allocate(p)))
    return EXIT_FAILED;
  for (int i = 0; !ended && i < COUNT(arrays); i++) {
    const size_t size = (size_t)length(p, arrays + i) * width(arrays + i);
    ended = take(&at, end, *array_at(p, arrays + i), size);
  }
  if (ended || at != end)
    return failure("%s: %s", path,
                   ended ? "the file ends early" : "the file is longer than it says");
  return EXIT_OK;
}

int frozen_read(Frozen* p, const char* path) {
  *p = (Frozen){0};
  FILE* file = fc_openInput(path);
  if (!file || fseek(file, 0, SEEK_END)) {
    if (file)
      fclose(file);
    return is_readable(path) ? failure("%s: cannot be read", path) : EXIT_FAILED;
  }
  const long n = ftell(file);
  rewind(file);
  char* bytes = n >= 0 && n < 1L << 31 ? malloc((size_t)n + 1) : NULL;
  const int whole = bytes && fread(bytes, 1, (size_t)n, file) == (size_t)n;
  fclose(file);
  int status = whole ? EXIT_OK : failure("%s: cannot be read", path);
  if (whole) {
    bytes[n] = 0;
    status = is_binary(path) ? read_binary(p, bytes, (size_t)n, path) : read_json(p, bytes, path);
  }
  free(bytes);
  return status || check_problem(p, path) ? EXIT_FAILED : EXIT_OK;
}

// ---------------------------------------------------------------- writing

static void write_json(const Frozen* p, FILE* file) {
  fputs("{", file);
  for (int i = 0; i < COUNT(sizes); i++)
    fprintf(file, "%s\"%s\": %d", i ? ", " : "", sizes[i].name, size_at(p, sizes[i].at));
  for (int i = 0; i < COUNT(numbers); i++) {
    mjtNum value;
    memcpy(&value, (const char*)p + numbers[i].at, sizeof value);
    fprintf(file, ",\n\"%s\": %.17g", numbers[i].name, value);
  }
  for (int i = 0; i < COUNT(arrays); i++) {
    const void* array = *array_at(p, arrays + i);
    fprintf(file, ",\n\"%s\": [", arrays[i].name);
    for (int k = 0, n = length(p, arrays + i); k < n; k++) {
      fputs(k ? "," : "", file);
      if (arrays[i].real)
        fprintf(file, "%.17g", ((const mjtNum*)array)[k]);
      else
        fprintf(file, "%d", ((const int*)array)[k]);
    }
    fputs("]", file);
  }
  fputs("}\n", file);
}

static void write_binary(const Frozen* p, FILE* file) {
  fputs(MAGIC, file);
  for (int i = 0; i < COUNT(sizes); i++)
    fwrite((const char*)p + sizes[i].at, sizeof(int), 1, file);
  for (int i = 0; i < COUNT(numbers); i++)
    fwrite((const char*)p + numbers[i].at, sizeof(mjtNum), 1, file);
  for (int i = 0; i < COUNT(arrays); i++)
    fwrite(*array_at(p, arrays + i), width(arrays + i), (size_t)length(p, arrays + i), file);
}

int frozen_write(const Frozen* p, const char* path) {
  if (!frozen_is_file(path))
    return failure("%s: the name of a frozen problem ends in .json or .bin", path);
  if (check_problem(p, path))
    return EXIT_FAILED;
  FILE* file = fc_openFile(path, 0);
  if (file)
    (is_binary(path) ? write_binary : write_json)(p, file);
  return file && !fc_commitFile(file) ? EXIT_OK : failure("%s", fc_lastError());
}
