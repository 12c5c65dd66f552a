# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""fulcrum.watch on the X server of DISPLAY, in an empty folder: prints what happened as JSON."""

import json
import os
import signal
import threading
import time
from pathlib import Path

import fulcrum  # before mujoco
import mujoco

XML = """<mujoco model="drop">
  <option timestep="0.004"/>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body pos="0 0 .15"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 1"><joint name="hinge" axis="0 1 0"/>
      <geom type="capsule" size=".05 .2" pos=".3 0 0"/></body>
  </worldbody>
  <actuator><motor joint="hinge"/></actuator>
  <keyframe><key name="turned" qpos="0 0 .5 1 0 0 0 1"/></keyframe>
</mujoco>"""


def error(**arguments):
    try:
        fulcrum.watch(**arguments)
    except (fulcrum.FulcrumError, TypeError) as problem:
        return f"{type(problem).__name__}: {problem}"
    return None


def interrupt():
    """Ctrl-C when the window has simulated for a while."""
    while not Path("state.xml").exists():
        time.sleep(0.05)
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)


Path("drop.xml").write_text(XML)
Path("events.txt").write_text("until 0.2\nframes 2\npicture picture.png\nframes 2\n")
answers = {}

# a file
fulcrum.watch("drop.xml", size=(400, 300), paused=True, replay="events.txt", save="kept.xml")
answers["picture"] = list(Path("picture.png").read_bytes()[16:24])
answers["kept"] = 'time="0.2' in Path("kept.xml").read_text()

# a model and its data: from its state, with what is bound there, and back
m = mujoco.MjModel.from_xml_path("drop.xml")
ways = {}
for name in ("window", "steps"):
    d = mujoco.MjData(m)
    d.qvel[:] = 0.3
    d.ctrl[0] = 0.1
    fulcrum.bind(m, d, "contact_model", "hunt_crossley")
    if name == "window":
        fulcrum.watch(m, d, size=(400, 300), paused=True, replay=Path("events.txt"))
    else:
        while d.time < 0.2 - m.opt.timestep / 2:
            mujoco.mj_step(m, d)
    ways[name] = [d.time, *d.qpos, *d.qvel, *d.ctrl]
    answers["bound"] = fulcrum.bound(m, d, "contact_model")
answers["same"] = ways["window"] == ways["steps"]
answers["time"] = ways["window"][0]

# without data, and from a keyframe
fulcrum.watch(m, paused=True, replay="events.txt")
fulcrum.watch(m, keyframe="turned", paused=True, replay="events.txt", save="turned.xml")
height = float(Path("turned.xml").read_text().split('qpos="')[1].split()[2])
answers["turned"] = 0.2 < height < 0.5

answers["refusals"] = [
    error(model="missing.xml"),
    error(model=3.5),
    error(model="drop.xml", data=d),
    error(model=m, keyframe="nowhere"),
    error(model=m, size=(0, 10)),
    error(model=m, replay="missing.txt"),
    error(model=m, viewer="nobody"),
]
threading.Thread(target=interrupt, daemon=True).start()
d = mujoco.MjData(m)
try:
    fulcrum.watch(m, d, save="state.xml")
    answers["interrupted"] = False
except KeyboardInterrupt:
    answers["interrupted"] = d.time > 0
for name in ("DISPLAY", "WAYLAND_DISPLAY"):
    os.environ.pop(name, None)
answers["no display"] = error(model=m)
print(json.dumps(answers))
