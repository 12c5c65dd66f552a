# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""States that an environment of a suite visits, and one step from each of them.

    suite_steps.py record FOLDER SUITE ENVIRONMENT    on one engine: models, states, steps
    suite_steps.py compare FOLDER SUITE ENVIRONMENT   on the other: the same steps, and differences

Environments change their models at resets, so each episode keeps its model. `compare` also opens
the environment itself: its model has to be the recorded one, and it has to run.
"""

import json
import sys
from pathlib import Path

import mujoco
import numpy as np
import suites

EPISODES = 4
STATES_PER_EPISODE = 25
FIELDS = ("qpos", "qvel", "act", "qacc", "sensordata", "xpos", "energy")
COMPILED = ("qpos0", "body_mass", "body_inertia", "dof_armature", "dof_invweight0")
STATE = mujoco.mjtState.mjSTATE_INTEGRATION


def step_from(model, data, state):
    mujoco.mj_resetData(model, data)
    mujoco.mj_setState(model, data, state, STATE)
    mujoco.mj_step(model, data)
    return {field: np.array(getattr(data, field)) for field in FIELDS} | {"ncon": data.ncon}


def record(folder, suite, name):
    env = suites.open_environment(suite, name, seed=1)
    for episode in range(EPISODES):
        env.reset()
        model, data = env.model, env.data
        if episode == 0:
            compiled = {field: np.array(getattr(model, field)) for field in COMPILED}
            np.savez(folder / "compiled.npz", **compiled)
        mujoco.mj_saveModel(model, str(folder / f"{episode}.mjb"), None)
        other = mujoco.MjData(model)
        states, steps = [], []
        for _ in range(STATES_PER_EPISODE):
            env.step()
            state = np.empty(mujoco.mj_stateSize(model, STATE))
            mujoco.mj_getState(model, data, state, STATE)
            states.append(state)
            steps.append(step_from(model, other, state))
        table = {key: np.array([step[key] for step in steps]) for key in steps[0]}
        np.savez(folder / f"{episode}.npz", states=np.array(states), **table)
    return True


def difference(ours, theirs):
    """Largest difference, relative to the largest magnitude of the array where that is above 1."""
    if ours.shape != theirs.shape:
        return float("inf")
    if not ours.size or np.array_equal(ours, theirs, equal_nan=True):
        return 0.0
    return float(np.max(np.abs(ours - theirs)) / max(1.0, np.max(np.abs(theirs))))


def compare(folder, suite, name):
    env = suites.open_environment(suite, name, seed=1)
    env.reset()
    compiled = np.load(folder / "compiled.npz")
    worst = {
        "compiled " + field: difference(np.array(getattr(env.model, field)), compiled[field])
        for field in COMPILED
    }
    worst |= dict.fromkeys(FIELDS, 0.0)
    contacts_differ = states = 0
    for episode in range(EPISODES):
        model = mujoco.MjModel.from_binary_path(str(folder / f"{episode}.mjb"))
        data = mujoco.MjData(model)
        recorded = np.load(folder / f"{episode}.npz")
        for index, state in enumerate(recorded["states"]):
            step = step_from(model, data, state)
            contacts_differ += int(step["ncon"] != recorded["ncon"][index])
            states += 1
            for field in FIELDS:
                worst[field] = max(worst[field], difference(step[field], recorded[field][index]))
    for _ in range(STATES_PER_EPISODE):  # the environment itself
        env.step()
    return {"worst": worst, "contacts_differ": contacts_differ, "states": states}


if __name__ == "__main__":
    work = {"record": record, "compare": compare}[sys.argv[1]]
    print(json.dumps(work(Path(sys.argv[2]), *sys.argv[3:])))
