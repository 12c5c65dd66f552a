// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// All scenes, and which contact models have answers in them.

#include "tools/contact/scenes.h"

const ContactScene contact_scenes[] = {
    {"drop", "rebound of a ball", "hunt_crossley similar bristle sap compliant", contact_drop},
    {"static", "depth under load", "soft sap hunt_crossley similar bristle compliant",
     contact_static},
    {"slide", "block that slides to rest", "hunt_crossley similar bristle sap compliant",
     contact_slide},
    {"incline", "block on a slope", "soft sap hunt_crossley similar bristle compliant",
     contact_incline},
    {"stack", "ten boxes", "soft sap hunt_crossley similar bristle compliant", contact_stack},
    {"roll", "ball that begins to roll, and rolls to rest",
     "sap hunt_crossley similar bristle compliant", contact_roll},
    {"painleve", "rod that jams", "hunt_crossley similar compliant", contact_painleve},
    {"cradle", "balls in a row", "hunt_crossley compliant", contact_cradle},
    {"grasp", "object between two fingers", "sap hunt_crossley similar bristle", contact_grasp},
    {"pull_off", "adhesion", "adhesive", contact_pull_off},
    {"spin", "ball and disk that spin to rest", "sap hunt_crossley similar bristle compliant",
     contact_spin},
};
const int contact_scene_count = (int)(sizeof contact_scenes / sizeof *contact_scenes);
