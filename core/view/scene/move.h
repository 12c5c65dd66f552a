// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Converting mouse motion to motion in the world.

#ifndef CORE_VIEW_SCENE_MOVE_H_
#define CORE_VIEW_SCENE_MOVE_H_

#include <mujoco/mujoco.h>

// The vector in the world for a displacement of the mouse, seen along `forward`. reldx to the
// right, reldy down, in units of the window height. -1 after an error, in the name of the caller,
// when the action does not move or turn anything.
int mouse_to_world(mjtNum world[3], int action, mjtNum reldx, mjtNum reldy, const mjtNum forward[3],
                   const char* caller);

// Height in metres that the window shows at `target`, seen from `head` along `forward`.
mjtNum mouse_scale(const mjvScene* scn, const mjtNum target[3], const mjtNum head[3],
                   const mjtNum forward[3], int orthographic);

#endif  // CORE_VIEW_SCENE_MOVE_H_
