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
    last = output(
        "speed_beside_reference.py", "--seconds", "0.01", "--rounds", "1", str(model)
    ).splitlines()[-1]
    name, *figures = last.split()
    assert name == "pendulum/pendulum" and len(figures) == 5
    theirs, ours, ratio = map(float, figures[:3])
    assert abs(theirs / ours - ratio) < 0.05 * ratio


def test_humanoid_beside_the_reference():
    text = output("humanoid_beside_reference.py", "--seconds", "1.5", "--rounds", "1")
    difference = max(float(x) for x in re.findall(r"s   (\d\.\d\de[-+]\d\d)", text))
    assert difference < 1e-9
    assert re.search(r"Fulcrum is \d+\.\d\d times as fast", text)
    files = re.findall(r"steps/s   (\S+)", text)
    assert len(files) == 2 and "/fulcrum/prefix/" not in files[0] and "/fulcrum/prefix/" in files[1]
