// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fuzz target: the bytes are changes of numbers in the binary model of one of the scenes in
// tests/data/fuzz/images. The first byte chooses the scene; each change is eight bytes: field,
// number in it, how the value is made (16 bits each), and 16 bits for the value. The promise: any
// model that loads can be used without accesses outside an array or endless loops.

#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "image_machine.h"

enum { SCENES = 3, MOST_CHANGES = 8, TEXT = 1000 };

static Image* sound_image(int scene) {
  static const char* const names[SCENES] = {"machines", "shapes", "soft"};
  static Image images[SCENES];
  if (!images[scene].bytes) {
    char path[TEXT], error[TEXT] = "";
    snprintf(path, sizeof path, "%s/tests/data/fuzz/images/%s.xml", TEST_SOURCE_DIR, names[scene]);
    mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
    demand(m != NULL, error);
    image_of(&images[scene], m);
    mj_deleteModel(m);
  }
  return images + scene;
}

static int word(const uint8_t* data) { return data[0] | data[1] << 8; }

FuzzOutcome fuzz_outcome(const uint8_t* data, size_t size) {
  fuzz_machine();
  Image* image = sound_image(size ? data[0] % SCENES : 0);
  int field[MOST_CHANGES], n = 0;
  mjtSize index[MOST_CHANGES];
  double sound[MOST_CHANGES];
  for (size_t at = 1; at + 8 <= size && n < MOST_CHANGES; at += 8) {
    const uint8_t* change = data + at;
    const int f = word(change) % image->nfield;
    if (!image->field[f].n)
      continue;
    field[n] = f;
    index[n] = word(change + 2) % image->field[f].n;
    sound[n] = image_get(image, f, index[n]);
    const int value = word(change + 6);
    image_set(image, f, index[n],
              word(change + 4) % 3
                  ? image_adversary(image, f, index[n], value % image_adversaries(image, f))
                  : value - 0x8000);
    n++;
  }
  char message[TEXT];
  static const FuzzOutcome outcomes[] = {
      [IMAGE_REFUSED] = FUZZ_REFUSED, [IMAGE_STOPPED] = FUZZ_PARSED, [IMAGE_RUN] = FUZZ_COMPILED};
  const FuzzOutcome outcome = outcomes[image_try(image, message)];
  while (n-- > 0)
    image_set(image, field[n], index[n], sound[n]);
  return outcome;
}
