# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""fulcrum.watch opens the window of `fulcrum view`, on an X server without a screen."""

import re

import fulcrum
import pytest
from display import display
from processes import HERE, fresh_environment, result, run


def test_watch_shows_models(tmp_path):
    if not fulcrum.faces("viewer"):
        pytest.skip("the viewer was not built, for which configure gives the reason")
    with display() as server:
        env = fresh_environment() | server
        env.pop("WAYLAND_DISPLAY", None)
        answers = result(run(HERE / "programs" / "window.py", env=env, cwd=tmp_path))
    assert answers["picture"] == [0, 0, 400 >> 8, 400 & 255, 0, 0, 300 >> 8, 300 & 255]
    assert answers["kept"] and answers["turned"] and answers["interrupted"]
    assert answers["bound"] == "hunt_crossley"

    # what the window simulates is what steps in Python simulate, to the bit
    assert answers["same"] and abs(answers["time"] - 0.2) < 1e-9
    expected = [
        "FulcrumError: .*missing.xml",
        "TypeError: expected the path of a model or an MjModel",
        "TypeError: data goes with an MjModel",
        "FulcrumError: .*no keyframe 'nowhere'",
        "FulcrumError: .*two positive numbers, not .0, 10.",
        "FulcrumError: .*missing.txt cannot be read",
        "FulcrumError: .*nobody",
        "FulcrumError: there is no display.*fulcrum render",
    ]
    for said, pattern in zip([*answers["refusals"], answers["no display"]], expected, strict=True):
        assert said and re.search(pattern, said), said
