# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""mujoco.Renderer draws on Fulcrum what it draws on mujoco's own library."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
from processes import HERE, way

NO_CONTEXT = 77


def answers_of(name, backend, folder):
    options, env = way(name)
    file = folder / name
    folder.joinpath(f"log-{name}").mkdir()
    process = subprocess.run(
        [sys.executable, *options, HERE / "programs" / "renderer.py", file],
        env=env | {"MUJOCO_GL": backend},
        cwd=folder / f"log-{name}",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if process.returncode == NO_CONTEXT:
        pytest.skip(process.stdout.strip().splitlines()[-1])
    assert process.returncode == 0, process.stdout[-2000:] + process.stderr[-4000:]
    return pickle.loads(file.read_bytes())


def check_pictures(ours, theirs, where):
    assert ours.keys() == theirs.keys()
    for kind, picture in ours.items():
        other = theirs[kind]
        assert picture.dtype == other.dtype and picture.shape == other.shape, f"{where} {kind}"
        if kind == "segments":
            assert (picture != other).any(-1).mean() <= 0.002, where
            assert len(np.unique(picture[..., 0])) > 2, where
        elif kind == "depth":
            assert (np.abs(picture - other) > 1e-3).mean() <= 0.002, where
        else:
            assert np.abs(picture.astype(float) - other).mean() < 0.5, f"{where} {kind}"
            assert picture.std() > 5, f"{where} {kind} shows nothing"


@pytest.mark.parametrize("backend", ["osmesa", "egl"])
def test_renderer_draws_the_same_pictures(backend, tmp_path):
    theirs = answers_of("reference", backend, tmp_path)
    ours = answers_of("wheel", backend, tmp_path)
    assert ours.keys() == theirs.keys()
    for key, answer in ours.items():
        if isinstance(answer, dict):
            check_pictures(answer, theirs[key], key)
        elif isinstance(answer, str):
            assert answer == theirs[key], key
        else:
            assert np.abs(answer.astype(float) - theirs[key]).mean() < 0.5, key
    # pictures after others are those before
    assert np.array_equal(ours["free"]["rgb"], ours["free"]["again"])
    assert np.array_equal(ours["second"]["rgb"], ours["second again"]["rgb"])
    assert ours["huge"] == "FatalError" and ours["closed"].startswith("RuntimeError")
