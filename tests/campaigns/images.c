// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Binary models: numbers of fields, bytes anywhere, ends. What loads goes through every function
// that follows numbers of a model, each array in memory of its own (tests/fuzz/image_machine.h).

#include <stdlib.h>
#include <string.h>

#include "campaign.h"
#include "tests/fuzz/image_machine.h"

// flexes, skins, plugins with configurations, modules chosen by name
static const char* const scenes[] = {"tests/data/fuzz/images/machines.xml",
                                     "tests/data/fuzz/images/shapes.xml",
                                     "tests/data/fuzz/images/soft.xml",
                                     "tests/data/dynamics/models/plugin_pid.xml",
                                     "tests/data/dynamics/models/plugin_touch_grid.xml",
                                     "tests/data/dynamics/models/plugin_cable.xml",
                                     "tests/data/dynamics/corpus/flex_bodies.xml",
                                     "tests/data/dynamics/corpus/flex_strain.xml",
                                     "tests/data/dynamics/corpus/flex_trilinear.xml"};
enum { SCENES = sizeof scenes / sizeof *scenes };

static Image* sound_image(int scene) {
  static Image images[SCENES];
  if (!images[scene].bytes) {
    mjModel* m = load(scenes[scene]);
    image_of(&images[scene], m);
    mj_deleteModel(m);
  }
  return images + scene;
}

static void change_number(Image* image) {
  const int field = below(image->nfield);
  const mjtSize n = image->field[field].n;
  if (!n)
    return;
  const mjtSize index = (mjtSize)(draw() % (uint64_t)n);
  const double now = image_get(image, field, index);
  const char kind = image->field[field].kind;
  double value = image_adversary(image, field, index, below(image_adversaries(image, field)));
  if (one_in(3))
    value = kind == 'd' || kind == 'f' ? hostile_number(now) : hostile_int((int)now);
  image_set(image, field, index, value);
}

static void round_of_images(void) {
  const Image* sound = sound_image(below(SCENES));
  Image image = *sound;
  const size_t room = sound->size + 4096;
  image.bytes = malloc(room);
  claim(image.bytes != NULL, "there is memory for an image");
  memcpy(image.bytes, sound->bytes, sound->size);
  switch (below(8)) {
    case 0: image.size = draw() % sound->size; break;
    case 1: mutate_bytes(image.bytes, &image.size, room); break;
    case 2: {  // bytes, while all sizes stay
      for (int n = 1 + below(8); n > 0; n--)
        image.bytes[draw() % sound->size] = (char)draw();
      break;
    }
    default:
      for (int n = 1 + below(4); n > 0; n--)
        change_number(&image);
  }
  // exactly so many bytes, so that reading beyond the end is seen
  char message[1000];
  char* exact = malloc(image.size ? image.size : 1);
  claim(exact != NULL, "there is memory for an image");
  memcpy(exact, image.bytes, image.size);
  free(image.bytes);
  image.bytes = exact;
  static const char* const outcome[] = {"refused", "stopped by an error", "run"};
  tally(outcome[image_try(&image, message)]);
  free(exact);
}

const Campaign campaign_images = {"images", "binary models: fields, bytes, ends", round_of_images};
