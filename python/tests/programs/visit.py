# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Visit states of Gymnasium environments and record one step from each.

  visit.py FILE ENVIRONMENT...

States come from random actions; those of one episode are spread over it. FILE gets, per
environment, the states (mjSTATE_INTEGRATION), and what one mj_step makes of them.
"""

import sys

import gymnasium
import mujoco
import numpy as np

VISITS = 100
STATE = mujoco.mjtState.mjSTATE_INTEGRATION


def one_step(model, data, state):
    """Everything that a step from a state computes and that programs look at."""
    mujoco.mj_resetData(model, data)
    mujoco.mj_setState(model, data, state, STATE)
    mujoco.mj_step(model, data)
    numbers = [
        data.qpos,
        data.qvel,
        data.act,
        data.qacc,
        data.sensordata,
        data.cfrc_ext.ravel(),
        data.actuator_force,
    ]
    return np.concatenate(numbers), data.ncon


def visit(name):
    env = gymnasium.make(name)
    env.reset(seed=1)
    env.action_space.seed(2)
    model, data = env.unwrapped.model, env.unwrapped.data
    other = mujoco.MjData(model)
    states, results, contacts = [], [], []
    while len(states) < VISITS:
        for _ in range(5):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                env.reset()
        state = np.empty(mujoco.mj_stateSize(model, STATE))
        mujoco.mj_getState(model, data, state, STATE)
        result, ncon = one_step(model, other, state)
        states.append(state)
        results.append(result)
        contacts.append(ncon)
    env.close()
    return {f"{name} states": states, f"{name} results": results, f"{name} contacts": contacts}


if __name__ == "__main__":
    table = {}
    for environment in sys.argv[2:]:
        table.update(visit(environment))
    np.savez(sys.argv[1], **table)
    print("true")
