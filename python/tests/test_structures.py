# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""The structs of Python are what the headers of the tree say."""

import ctypes
import subprocess
import sys

import numpy as np
from lab import PENDULUM, TOP, load

import fulcrum
from fulcrum import _structures as c


def test_the_generated_files_are_what_the_headers_say():
    done = subprocess.run(
        [sys.executable, str(TOP / "python" / "mirror.py"), "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_a_changed_header_is_noticed(tmp_path):
    (tmp_path / "python" / "fulcrum").mkdir(parents=True)
    (tmp_path / "tests" / "abi").mkdir(parents=True)
    for path in ["python/mirror.py", "python/fulcrum/_structures.py", "tests/abi/mirror.inc"] + [
        str(p.relative_to(TOP)) for p in (TOP / "include").rglob("*.*")
    ]:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes((TOP / path).read_bytes())
    header = tmp_path / "include" / "fulcrum" / "sensor.h"
    header.write_text(
        header.read_text().replace("  int keeps_body;", "  int other;\n  int keeps_body;")
    )
    done = subprocess.run(
        [sys.executable, str(tmp_path / "python" / "mirror.py"), "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0 and "_structures.py" in done.stderr and "mirror.inc" in done.stderr


def test_every_array_of_model_and_data_is_the_one_of_mujoco():
    model, data = load(PENDULUM, rest='<actuator><motor joint="hinge"/></actuator>')
    m, d = fulcrum.view(model), fulcrum.view(model, data)
    compared = 0
    for view, other, tables in (
        (m, model, [c.MODEL_ARRAYS]),
        (d, data, [c.DATA_ARRAYS, c.ARENA_ARRAYS]),
    ):
        for name in (name for table in tables for name in table):
            theirs = getattr(other, name, None)
            if not isinstance(theirs, np.ndarray) or not theirs.size:
                continue
            ours = getattr(view, name)
            if name in c.ARENA_ARRAYS and not getattr(view._struct, name):
                assert not ours.size, name  # not made yet; mujoco shows an array of its own
                continue
            assert ours.ctypes.data == theirs.ctypes.data, name
            assert ours.size == theirs.size and ours.dtype.itemsize == theirs.dtype.itemsize, name
            compared += 1
    assert compared > 200
    for name in (field[0] for field in c.mjModel._fields_ if field[1] is ctypes.c_int64):
        if hasattr(model, name):
            assert getattr(m, name) == getattr(model, name), name
    assert m.opt.timestep == 0.01 and m.opt.gravity[2] == -9.81
