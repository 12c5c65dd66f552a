# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""The package mujoco loads plugins of its own at import; Fulcrum has modules of the same names.

Both in one process must neither disturb each other nor change what is computed.
"""

import numpy as np
import pytest
from processes import HERE, result, run, way

PROGRAM = HERE / "programs" / "plugins.py"


@pytest.fixture(scope="module")
def reference():
    options, env = way("reference")
    return result(run(*options, PROGRAM, env=env))


@pytest.fixture(scope="module", params=["wheel", "LD_LIBRARY_PATH", "LD_PRELOAD"])
def ours(request):
    options, env = way(request.param)
    process = run(*options, PROGRAM, env=env)
    # registered twice, refused, not found: the library would say so here
    assert process.stderr == ""
    return result(process)


@pytest.mark.parametrize(
    "name",
    [
        "mujoco.pid",
        "mujoco.elasticity.cable",
        "mujoco.sensor.touch_grid",
        "mujoco.sdf.torus",
        "mesh",
    ],
)
def test_same_results(ours, reference, name):
    expected = np.array(reference[name])
    assert np.abs(expected).max() > 1e-3
    np.testing.assert_allclose(ours[name], expected, rtol=0, atol=1e-9)


def test_there_is_nothing_else(ours, reference):
    assert ours.keys() == reference.keys()
