# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What a program answers on Fulcrum and on mujoco's own library, and where the two differ."""

import pickle
import subprocess
import sys

import numpy as np
from processes import HERE, way

TOLERANCE = 1e-9


def answers_of_both(program, folder):
    """The answers that ``program FILE`` writes on each engine; both run at the same time."""
    started = []
    for name in ("wheel", "reference"):
        options, env = way(name)
        place = folder / f"{program}-{name}"
        place.mkdir()
        command = [sys.executable, *options, HERE / "programs" / f"{program}.py", place / "answers"]
        # a process of its own for the log that errors leave in the current folder
        process = subprocess.Popen(
            command, env=env, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        started.append((process, place / "answers"))
    found = []
    for process, file in started:
        output, errors = process.communicate(timeout=240)
        assert process.returncode == 0, f"{program}: {output[-2000:]}{errors[-4000:]}"
        found.append(pickle.loads(file.read_bytes()))
    return found


def differences(ours, theirs, where="", tolerance=TOLERANCE):
    """Places at which two answers differ: numbers of floating point by more than a tolerance."""
    numbers = (int, float, np.ndarray)
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in ours.keys() ^ theirs.keys():
            value = ours.get(key, theirs.get(key))
            side = "Fulcrum" if key in ours else "mujoco"
            yield f"{where}/{key}: in {side} only, {str(value)[:100]}"
        for key in ours.keys() & theirs.keys():
            yield from differences(ours[key], theirs[key], f"{where}/{key}", tolerance)
    elif isinstance(ours, list) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            yield f"{where}: {len(ours)} parts, not {len(theirs)}"
        for i, (a, b) in enumerate(zip(ours, theirs, strict=False)):
            yield from differences(a, b, f"{where}/{i}", tolerance)
    elif isinstance(ours, numbers) and isinstance(theirs, numbers):
        a, b = np.asarray(ours), np.asarray(theirs)
        if a.dtype != b.dtype or a.shape != b.shape:
            yield f"{where}: {a.dtype}{a.shape}, not {b.dtype}{b.shape}"
        elif a.dtype.kind != "f" and not np.array_equal(a, b):
            yield f"{where}: {ours}, not {theirs}"
        elif a.dtype.kind == "f":
            # numbers of single precision come from others of double precision
            allowed = tolerance if a.dtype.itemsize == 8 else max(tolerance, 2e-7)
            if not np.allclose(a, b, rtol=allowed, atol=allowed, equal_nan=True):
                worst = np.nanmax(np.abs(a - b)) if a.size else 0
                yield f"{where}: apart by {worst:g}; {str(ours)[:80]}, not {str(theirs)[:80]}"
    elif ours != theirs or type(ours) is not type(theirs):
        yield f"{where}: {str(ours)[:400]!r}, not {str(theirs)[:400]!r}"
