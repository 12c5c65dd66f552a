# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""mujoco.viewer shows on Fulcrum what it shows on mujoco's own library, on an X server without a
screen, and answers keys and mouse alike."""

import pickle
import subprocess
import sys

import numpy as np
from display import display
from processes import HERE, way

# glyphs have shapes of their own, in places of the same size: grey levels of the picture with most
LETTERS = 1.5

# between the panels
VIEW = np.s_[:640, 340:580]


def answers_of(name, folder):
    options, env = way(name)
    file = folder / name
    folder.joinpath(f"log-{name}").mkdir()
    env.pop("WAYLAND_DISPLAY", None)
    with display() as server:
        process = subprocess.run(
            [sys.executable, *options, HERE / "programs" / "viewer.py", file],
            env=env | server,
            cwd=folder / f"log-{name}",
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert process.returncode == 0, process.stdout[-2000:] + process.stderr[-4000:]
    return pickle.loads(file.read_bytes())


def difference(one, other):
    return np.abs(one.astype(float) - other).mean()


def test_viewer_shows_the_same(tmp_path):
    theirs = answers_of("reference", tmp_path)
    ours = answers_of("wheel", tmp_path)
    assert ours.keys() == theirs.keys()
    for key, answer in ours.items():
        if isinstance(answer, np.ndarray):
            assert answer.shape == theirs[key].shape, key
            assert difference(answer, theirs[key]) < LETTERS, key
            assert difference(answer[VIEW], theirs[key][VIEW]) < 0.5, key
        else:
            assert answer == theirs[key], key

    # what was done can be seen: sections, cameras, decoration, uploads, help
    pictures = [answer for answer in ours.values() if isinstance(answer, np.ndarray)]
    for one, other in zip(pictures, pictures[1:], strict=False):
        assert difference(one, other) > 0.5
    assert ours["keys"] and ours["time stands still"]
