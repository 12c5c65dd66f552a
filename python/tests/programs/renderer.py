# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What mujoco.Renderer draws and refuses, with the backend of MUJOCO_GL.  renderer.py FILE"""

import pickle
import sys

import numpy as np

XML = """
<mujoco>
  <visual><quality shadowsize="1024"/></visual>
  <worldbody>
    <light pos="0.5 -0.5 2" dir="-0.2 0.2 -1"/>
    <camera name="side" pos="0 -1.5 0.6" xyaxes="1 0 0 0 0.3 1"/>
    <geom type="plane" size="1 1 0.1"/>
    <body pos="0 0 0.4"><freejoint/>
      <geom type="capsule" size="0.1 0.2" euler="0 70 0" rgba="0.8 0.3 0.2 1"/>
      <geom type="box" size="0.1 0.1 0.1" pos="0.4 0 0" rgba="0.2 0.5 0.8 0.5"/>
    </body>
  </worldbody>
</mujoco>
"""
NO_CONTEXT = 77

try:
    import mujoco

    mujoco.GLContext(8, 8).free()
except Exception as problem:
    print(f"no OpenGL context of this kind: {problem}")
    sys.exit(NO_CONTEXT)


def refusal(action):
    """The type of the error, with the text where the package writes it rather than the library."""
    try:
        action()
    except mujoco.FatalError:
        return "FatalError"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def draw(renderer, camera):
    renderer.update_scene(d, camera=camera)
    pictures = {"rgb": renderer.render().copy()}
    renderer.enable_depth_rendering()
    pictures["depth"] = renderer.render().copy()
    renderer.disable_depth_rendering()
    renderer.enable_segmentation_rendering()
    pictures["segments"] = renderer.render().copy()
    renderer.disable_segmentation_rendering()
    pictures["again"] = renderer.render().copy()
    return pictures


m = mujoco.MjModel.from_xml_string(XML)
d = mujoco.MjData(m)
for _ in range(100):
    mujoco.mj_step(m, d)
answers = {}
with mujoco.Renderer(m, 120, 160) as renderer:
    answers["free"] = draw(renderer, -1)
    answers["side"] = draw(renderer, "side")
answers["closed"] = refusal(renderer.render)
renderer.close()

# one is closed while another one goes on
first, second = mujoco.Renderer(m, 24, 32), mujoco.Renderer(m, 48, 64)
answers["second"] = draw(second, -1)
answers["first"] = draw(first, -1)
first.close()
answers["second again"] = draw(second, -1)
second.close()

answers["too wide"] = refusal(lambda: mujoco.Renderer(m, 48, 5000))
answers["too high"] = refusal(lambda: mujoco.Renderer(m, 5000, 64))
with mujoco.Renderer(m, 24, 32) as renderer:
    answers["shape"] = refusal(lambda: renderer.render(out=np.zeros((10, 10, 3), np.uint8)))
    answers["no camera"] = refusal(lambda: renderer.update_scene(d, camera="none"))
with mujoco.Renderer(m, 24, 32, max_geom=1) as renderer:
    renderer.update_scene(d)
    answers["full"] = renderer.render().copy()
m.vis.global_.offwidth = m.vis.global_.offheight = 1000000
answers["huge"] = refusal(lambda: mujoco.Renderer(m, 24, 32))
with open(sys.argv[1], "wb") as file:
    pickle.dump(answers, file)
