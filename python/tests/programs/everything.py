# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Uses of mujoco that need the whole library: prints numbers as JSON. Knows nothing of Fulcrum."""

import json
import threading

import mujoco
import numpy as np
from mujoco import rollout

SCENE = """
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 .3">
      <freejoint/>
      <geom type="box" size=".1 .06 .04" euler="20 30 0"/>
      <body pos=".1 0 0">
        <joint name="hinge" axis="0 1 0"/>
        <geom type="capsule" size=".02 .1" pos="0 0 -.1"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="hinge"/>
  </actuator>
</mujoco>
"""


def libraries():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        files = {line.split()[-1] for line in maps}
    return sorted(f for f in files if "/libmujoco.so" in f or "/libfulcrum.so" in f)


def steps():
    model = mujoco.MjModel.from_xml_string(SCENE)
    data = mujoco.MjData(model)
    data.ctrl[:] = 0.3
    contacts = 0
    for _ in range(200):
        mujoco.mj_step(model, data)
        contacts += data.ncon
    return {"qpos": data.qpos.tolist(), "contacts": contacts}


def edit():
    spec = mujoco.MjSpec.from_string(SCENE)
    body = spec.worldbody.add_body(
        name="a name that is longer than small strings are", pos=[1, 0, 1]
    )
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.1, 0, 0])
    body.add_freejoint()
    spec.comment = "a comment that is longer than what fits into a string without memory of its own"
    # vectors of the C++ library that the other side allocates and this one frees
    spec.add_mesh(
        name="corner",
        uservert=[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
        userface=[0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
    )
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname="corner")
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data)
    return {"mass": model.body_mass.tolist(), "xml": spec.to_xml(), "qvel": data.qvel.tolist()}


def roll():
    model = mujoco.MjModel.from_xml_string(SCENE)
    data = [mujoco.MjData(model) for _ in range(2)]
    state = np.zeros((4, mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)))
    mujoco.mj_getState(model, data[0], state[0], mujoco.mjtState.mjSTATE_FULLPHYSICS)
    state[:] = state[0]
    control = np.random.default_rng(3).uniform(-1, 1, (4, 50, 1))
    states, _ = rollout.rollout(model, data, state, control)
    return states[:, -1].tolist()


def fail(use_rollout):
    """What an error of the library is to Python."""
    model = mujoco.MjModel.from_xml_string(SCENE)
    data = mujoco.MjData(model)
    for _ in range(200):
        mujoco.mj_step(model, data)
    model.opt.solver = 99
    try:
        if use_rollout:
            state = np.zeros(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
            mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)
            rollout.rollout(model, data, state, nstep=2)
        else:
            mujoco.mj_step(model, data)
    except mujoco.FatalError as error:
        # the next step is none the worse for it
        model.opt.solver = mujoco.mjtSolver.mjSOL_NEWTON
        mujoco.mj_step(model, data)
        return [type(error).__name__, "99" in str(error), bool(np.isfinite(data.qpos).all())]
    return "no error"


def fail_in_thread(use_rollout):
    answer = []
    thread = threading.Thread(target=lambda: answer.append(fail(use_rollout)))
    thread.start()
    thread.join()
    return answer[0]


if __name__ == "__main__":
    print(
        json.dumps(
            {
                "steps": steps(),
                "edit": edit(),
                "roll": roll(),
                "errors": [fail(False), fail(True), fail_in_thread(False), fail_in_thread(True)],
                "libraries": libraries(),
            }
        )
    )
