// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The text of an index is split into fields in place; manifests point into it.

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "core/kernel/modules/index.h"

#define MAX_DIGITS 18  // a number with more digits might overflow

static const char heading[] = "fulcrum-modules 3";

// ---------------------------------------------------------------- reading

// the whole file with a final NUL; NULL when it does not exist or cannot be read
static char* read_whole(int directory, size_t* size) {
  int file = openat(directory, MODULE_INDEX, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  char* text = NULL;
  if (file >= 0 && !fstat(file, &status) && S_ISREG(status.st_mode) && status.st_size < 1 << 26)
    text = malloc((size_t)status.st_size + 1);
  if (text) {
    ssize_t n = read(file, text, (size_t)status.st_size);
    *size = n > 0 ? (size_t)n : 0;
    text[*size] = 0;
  }
  if (file >= 0)
    close(file);
  return text;
}

// splits off the text up to the next separator and moves past it; NULL when nothing is left
static char* cut(char** rest, char separator) {
  char *start = *rest, *end = start;
  if (!start)
    return NULL;
  // fields are short: looking at each character is cheaper than a call
  while (*end && *end != separator)
    end++;
  *rest = *end ? end + 1 : NULL;
  *end = 0;
  return start;
}

static int cut_number(char** rest, long long* number) {
  const char* field = cut(rest, '\t');
  const int negative = field && *field == '-';
  if (!field || !field[negative])
    return -1;
  const char* digit = field + negative;
  *number = 0;
  while (*digit >= '0' && *digit <= '9' && digit - field < MAX_DIGITS)
    *number = 10 * *number + (*digit++ - '0');
  if (negative)
    *number = -*number;
  return *digit ? -1 : 0;
}

// "M": a new entry, in the order of names
static int read_entry(ModuleIndex* index, char* line) {
  IndexEntry* e = index->entry + index->n;
  long long abi, rank;
  char* file = cut(&line, '\t');
  const size_t length = file ? strlen(file) : 0;
  if (length < 6 || strcmp(file + length - 5, ".json") != 0 || strchr(file, '/') ||
      cut_number(&line, &e->size) || cut_number(&line, &e->seconds) ||
      cut_number(&line, &e->nanoseconds) || !(e->manifest.version = cut(&line, '\t')) ||
      !(e->manifest.licence = cut(&line, '\t')) || cut_number(&line, &abi) ||
      cut_number(&line, &rank) || line)
    return -1;
  // the name of a module is that of its manifest without .json
  file[length - 5] = 0;
  if (index->n && strcmp(e[-1].manifest.name, file) >= 0)
    return -1;
  e->manifest.name = file;
  e->manifest.abi = (int)abi;
  e->manifest.rank = (int)rank;
  index->n++;
  return 0;
}

// "P": one more face of the last entry; *nprovision and *nname count the slots used so far
static int read_provided(ModuleIndex* index, char* line, int* nprovision, int* nname) {
  Manifest* m = index->n ? &index->entry[index->n - 1].manifest : NULL;
  Provision* p = index->provision + *nprovision;
  const char* kind = cut(&line, '\t');
  long long number;
  if (!m || !kind || !(p->kind = fc_kindOf(kind)) || !(p->name = cut(&line, '\t')) || !*p->name ||
      cut_number(&line, &number))
    return -1;
  p->number = (int)number;
  p->types = index->names + *nname;
  while (line) {
    index->names[(*nname)++] = cut(&line, '\t');
    p->ntype++;
  }
  if (!m->nprovide++)
    m->provides = p;
  ++*nprovision;
  return 0;
}

// "O": one more name that the last entry overrides
static int read_override(ModuleIndex* index, char* line, int* nname) {
  Manifest* m = index->n ? &index->entry[index->n - 1].manifest : NULL;
  if (!m || !line || m->nprovide)
    return -1;
  if (!m->noverride++)
    m->overrides = index->names + *nname;
  index->names[(*nname)++] = line;
  return 0;
}

static int read_lines(ModuleIndex* index, char* text, char* error, int error_size) {
  int nprovision = 0, nname = 0, number = 1;
  const char* first = cut(&text, '\n');
  int bad = strcmp(first, heading) != 0;
  while (!bad && text && *text) {
    char *line = text, *end = strchr(line, '\n');
    text = end ? end + 1 : NULL;
    if (end)
      *end = 0;
    const char* letter = cut(&line, '\t');
    number++;
    // a last line without newline was not written completely
    bad = !text || !letter[0] || letter[1] ? 1
          : *letter == 'M'                 ? read_entry(index, line)
          : *letter == 'P'                 ? read_provided(index, line, &nprovision, &nname)
          : *letter == 'O'                 ? read_override(index, line, &nname)
                                           : 1;
  }
  if (bad)
    snprintf(error, (size_t)error_size, "line %d is not what is expected there", number);
  return bad ? -1 : 0;
}

static int all_provide(const ModuleIndex* index) {
  for (int i = 0; i < index->n; i++)
    if (!index->entry[i].manifest.nprovide)
      return 0;
  return 1;
}

static size_t count(const char* text, size_t size, char wanted) {
  size_t n = 0;
  const char* end = text + size;
  for (const char* at = text; (at = memchr(at, wanted, (size_t)(end - at))); at++)
    n++;
  return n;
}

int module_index_read(ModuleIndex* index, int directory, char* error, int error_size) {
  size_t size = 0;
  *index = (ModuleIndex){.text = read_whole(directory, &size)};
  if (!index->text)
    return 0;
  const size_t nline = 1 + count(index->text, size, '\n');
  const size_t nfield = nline + count(index->text, size, '\t');
  index->entry = calloc(nline, sizeof *index->entry);
  index->provision = calloc(nline, sizeof *index->provision);
  index->names = calloc(nfield, sizeof *index->names);
  snprintf(error, (size_t)error_size, "a module in it provides nothing, or memory is missing");
  if (index->entry && index->provision && index->names &&
      !read_lines(index, index->text, error, error_size) && all_provide(index))
    return 0;
  module_index_free(index);
  return -1;
}

const IndexEntry* module_index_find(const ModuleIndex* index, const char* name,
                                    const struct stat* status) {
  int low = 0, high = index->n;
  while (low < high) {
    const int middle = (low + high) / 2;
    const IndexEntry* e = index->entry + middle;
    const int order = strcmp(name, e->manifest.name);
    if (!order) {
      // packages store whole seconds only
      const long long nanoseconds = status->st_mtim.tv_nsec;
      return e->size == status->st_size && e->seconds == status->st_mtim.tv_sec &&
                     (e->nanoseconds == nanoseconds || !nanoseconds)
                 ? e
                 : NULL;
    }
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

void module_index_free(ModuleIndex* index) {
  free(index->entry);
  free(index->provision);
  free(index->names);
  free(index->text);
  *index = (ModuleIndex){0};
}

// ---------------------------------------------------------------- writing

static int fits_a_field(const char* text) { return !text[strcspn(text, "\t\n")]; }

static int fits(const Manifest* m) {
  int fit = fits_a_field(m->name) && fits_a_field(m->version) && fits_a_field(m->licence);
  for (int i = 0; i < m->noverride; i++)
    fit = fit && fits_a_field(m->overrides[i]);
  for (int i = 0; i < m->nprovide; i++) {
    const Provision* p = m->provides + i;
    fit = fit && fits_a_field(p->name);
    for (int k = 0; k < p->ntype; k++)
      fit = fit && fits_a_field(p->types[k]);
  }
  return fit;
}

static void write_entry(FILE* out, const IndexEntry* e) {
  const Manifest* m = &e->manifest;
  fprintf(out, "M\t%s.json\t%lld\t%lld\t%lld\t%s\t%s\t%d\t%d\n", m->name, e->size, e->seconds,
          e->nanoseconds, m->version, m->licence, m->abi, m->rank);
  for (int i = 0; i < m->noverride; i++)
    fprintf(out, "O\t%s\n", m->overrides[i]);
  for (int i = 0; i < m->nprovide; i++) {
    const Provision* p = m->provides + i;
    fprintf(out, "P\t%s\t%s\t%d", fc_kindName(p->kind), p->name, p->number);
    for (int k = 0; k < p->ntype; k++)
      fprintf(out, "\t%s", p->types[k]);
    fprintf(out, "\n");
  }
}

int module_index_write(const IndexEntry* entry, int n, const char* file) {
  FILE* out = fc_openFile(file, 0);
  if (!out)
    return -1;
  fprintf(out, "%s\n", heading);
  for (int i = 0; i < n; i++)
    if (fits(&entry[i].manifest))
      write_entry(out, entry + i);
  return fc_commitFile(out);
}
