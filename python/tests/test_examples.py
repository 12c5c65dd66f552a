# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""The examples do what they say."""

import re

import numpy as np
from processes import HERE, run

EXAMPLES = HERE.parent / "examples"


def output(name, *arguments):
    process = run(EXAMPLES / name, *arguments)
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


def test_solvers_are_swapped_in_gymnasium():
    lines = output("swap_solver_in_gymnasium.py").splitlines()
    used = {line.split()[0]: float(line.split()[1]) for line in lines}
    assert list(used) == ["newton", "cg", "pgs"]
    # Newton's method needs the fewest iterations of the three
    assert 0 < used["newton"] < used["cg"]
    assert used["newton"] < used["pgs"]


def test_wind_is_felt():
    lines = output("wind_sensor.py").splitlines()
    assert len(lines) == 5
    felt = np.array([re.findall(r"-?\d+\.\d*", line.split("wind")[1]) for line in lines], float)
    # the tip of the rod falls, so that air comes from below, and swings along the wind and against
    assert (felt[:, 2] > 0).any() and np.ptp(felt[:, 0]) > 0.1
    assert np.all(np.abs(felt[:, 1]) < 1e-9)


def test_speed_beside_the_reference():
    model = HERE.parents[1] / "models" / "pendulum" / "pendulum.xml"
    lines = output(
        "speed_beside_reference.py", "--slice", "1", "--starts", "2", "--rounds", "2", str(model)
    ).splitlines()
    name, *figures = lines[-3].split()
    assert name == "pendulum/pendulum" and len(figures) == 5
    theirs, ours, *ratios = map(float, figures)
    assert abs(theirs / ours - ratios[0]) < 0.05 * ratios[0]
    below = [r for r in ratios if r < 0.995]
    assert lines[-1].startswith("below 1: ") and lines[-1].count(name) >= len(below)


def test_humanoid_beside_the_reference():
    text = output("humanoid_beside_reference.py", "--seconds", "1.5", "--rounds", "1")
    difference = max(float(x) for x in re.findall(r"s   (\d\.\d\de[-+]\d\d)", text))
    assert difference < 1e-9
    assert re.search(r"Fulcrum is \d+\.\d\d times as fast", text)
    files = re.findall(r"steps/s   (\S+)", text)
    assert len(files) == 2 and "/fulcrum/prefix/" not in files[0] and "/fulcrum/prefix/" in files[1]


def test_a_runner_learns():
    text = output("learn_to_run.py", "--generations", "20", "--directions", "16", "--steps", "100")
    first, last = map(
        float, re.findall(r"generations (-?\d+\.\d), of the last 5 (-?\d+\.\d)", text)[0]
    )
    assert last > first + 20, text


def test_speed_of_environments():
    lines = output(
        "speed_of_environments.py",
        *["--environments", "Hopper-v5", "--num-envs", "4", "--threads", "1"],
        *["--seconds", "0.2", "--rounds", "1"],
    ).splitlines()
    name, threads, ours, _, sync, *_ = lines[-1].split()
    assert name == "Hopper-v5" and threads == "1" and float(ours) > 0 and float(sync) > 0
    assert re.search(r"\d\.\d\d of SyncVectorEnv$", lines[-1])
