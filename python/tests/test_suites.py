# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Environments of gymnasium-robotics, dm_control and robosuite: steps from visited states."""

import importlib.util

import pytest
from processes import HERE, result, run, way
from programs import suites

PROGRAM = HERE / "programs" / "suite_steps.py"
CASES = [
    pytest.param(suite, name, marks=getattr(pytest.mark, suite), id=f"{suite}:{name}")
    for suite, names in suites.SUITES.items()
    for name in names
]


@pytest.mark.parametrize(("suite", "name"), CASES)
def test_steps_from_visited_states(tmp_path, suite, name):
    if importlib.util.find_spec(suite) is None:
        pytest.skip(f"{suite} is not installed (python/requirements/suites.txt)")
    options, env = way("reference")
    assert result(run(*options, PROGRAM, "record", tmp_path, suite, name, env=env)) is True
    options, env = way("wheel")
    found = result(run(*options, PROGRAM, "compare", tmp_path, suite, name, env=env))
    for model in tmp_path.glob("*.mjb"):  # tens of megabytes each
        model.unlink()
    assert found["states"] == 100
    assert found["contacts_differ"] == 0
    assert max(found["worst"].values()) < 1e-9, found["worst"]
