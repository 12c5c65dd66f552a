# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium on Fulcrum: steps from states that the reference visited, and workers in processes."""

import gymnasium
import mujoco
import numpy as np
import pytest
from fulcrum import underlay
from processes import HERE, result, run, way
from programs import visit

ENVIRONMENTS = [
    "Ant-v5",
    "HalfCheetah-v5",
    "Hopper-v5",
    "Humanoid-v5",
    "HumanoidStandup-v5",
    "InvertedDoublePendulum-v5",
    "InvertedPendulum-v5",
    "Pusher-v5",
    "Reacher-v5",
    "Swimmer-v5",
    "Walker2d-v5",
]
# without contact in random motion
FREE = {"InvertedDoublePendulum-v5", "InvertedPendulum-v5", "Swimmer-v5", "Reacher-v5"}


@pytest.fixture(scope="module")
def visited(tmp_path_factory):
    file = tmp_path_factory.mktemp("visited") / "states.npz"
    options, env = way("reference")
    assert (
        result(run(*options, HERE / "programs" / "visit.py", file, *ENVIRONMENTS, env=env)) is True
    )
    return np.load(file)


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_steps_from_visited_states(visited, name):
    model = gymnasium.make(name).unwrapped.model
    data = mujoco.MjData(model)
    states = visited[f"{name} states"]
    assert len(states) == visit.VISITS
    worst = 0.0
    for state, expected, contacts in zip(
        states, visited[f"{name} results"], visited[f"{name} contacts"], strict=True
    ):
        numbers, ncon = visit.one_step(model, data, state)
        assert ncon == contacts
        worst = max(worst, np.max(np.abs(numbers - expected) / np.maximum(1, np.abs(expected))))
    assert worst < 1e-9
    # the states are worth the comparison
    assert np.ptp(states, axis=0).max() > 0.01
    assert name in FREE or visited[f"{name} contacts"].max() > 0


WORKERS = """
import json
import sys

import gymnasium
import mujoco
import numpy as np


class Library(gymnasium.Wrapper):
    # says in which library the environment of a worker runs
    def reset(self, **options):
        observation, info = self.env.reset(**options)
        with open("/proc/self/maps") as maps:
            files = {line.split()[-1] for line in maps}
        ours = [f for f in files if "libmujoco" in f or "libfulcrum" in f]
        info["libraries"] = " ".join(sorted(ours))
        return observation, info


def make():
    return Library(gymnasium.make("Hopper-v5"))


if __name__ == "__main__":
    envs = gymnasium.vector.AsyncVectorEnv([make, make], context=sys.argv[1])
    observation, info = envs.reset(seed=3)
    envs.action_space.seed(4)
    for _ in range(20):
        observation = envs.step(envs.action_space.sample())[0]
    envs.close()
    print(json.dumps([list(info["libraries"]), observation.tolist()]))
"""


@pytest.fixture(scope="module")
def workers(tmp_path_factory):
    script = tmp_path_factory.mktemp("workers") / "workers.py"
    script.write_text(WORKERS)
    return script


@pytest.mark.parametrize("context", ["fork", "spawn", "forkserver"])
def test_workers_of_vector_environments(workers, context):
    # the program is run by fulcrum, or something imports fulcrum in the main process only
    indirect = f"import fulcrum, sys, runpy; runpy.run_path({str(workers)!r}, run_name='__main__')"
    expected = result(run(workers, context))[1]
    for start in (["-m", "fulcrum", workers, context], ["-c", indirect, context]):
        libraries, observation = result(run(*start))
        assert len(libraries) == 2
        for files in libraries:
            assert all(f.startswith(str(underlay.PREFIX)) for f in files.split())
        np.testing.assert_allclose(observation, expected, rtol=0, atol=1e-9)


def test_programs_that_a_program_starts():
    program = '''
import fulcrum, json, subprocess, sys
child = """
import mujoco
print([line.split()[-1] for line in open("/proc/self/maps") if "/libmujoco.so" in line][0])
"""
def ask(**options):
    command = [sys.executable, "-c", child]
    return subprocess.check_output(command, text=True, **options).strip()
print(json.dumps([ask(), ask(env=fulcrum.reference_environment())]))
'''
    ours, reference = result(run("-c", program))
    assert ours == str(underlay.FOLDER / underlay.SONAME)
    assert reference.endswith("/mujoco/" + underlay.SONAME)
