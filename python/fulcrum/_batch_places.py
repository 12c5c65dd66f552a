# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Where the fields of a model and its data are in memory."""

from __future__ import annotations

import ctypes
from math import prod

import numpy as np

from . import _structures as c
from ._batch_fields import DATA_FIELDS, MODEL_FIELDS, data_shape, model_shape, model_type


class Places:
    """Where the arrays of an mjModel or mjData are, to find the one that a view of mujoco is in."""

    def __init__(self, arrays: list[tuple[int, int, str]]) -> None:
        # first address, values, name; arrays without values have the address of another one
        self._arrays = sorted(array for array in arrays if array[1] and array[0])

    def find(self, view: np.ndarray) -> tuple[str, int] | None:
        """The field in which a view begins, and the number of values before it."""
        at = view.ctypes.data
        for start, n, name in self._arrays:
            first = (at - start) // view.itemsize
            if 0 <= first <= n - view.size and view.flags.c_contiguous:
                return name, first
        return None


def places_of_model(at: int) -> Places:
    """Where the fields that can be expanded are in an mjModel."""
    m = c.mjModel.from_address(at)
    names = [name for name in MODEL_FIELDS if not name.startswith("opt.")]
    return Places([(getattr(m, name) or 0, prod(model_shape(name, m)), name) for name in names])


def places_of_data(at: int, model: int) -> Places:
    """Where the arrays that can be bound are in an mjData."""
    m, d = c.mjModel.from_address(model), c.mjData.from_address(at)
    # the moments of an actuator are stored without zeros, but have a column for each dof in mujoco
    names = [name for name in DATA_FIELDS & c.DATA_ARRAYS.keys() if name != "actuator_moment"]
    return Places([(getattr(d, name) or 0, prod(data_shape(name, m)), name) for name in names])


def shared_rows(field: str, models: list[int]) -> np.ndarray:
    """Values of a field of models, a row for each of them; a copy that cannot be written to."""
    rows, dtype = [], model_type(field)
    for at in models:
        m = c.mjModel.from_address(at)
        n = prod(model_shape(field, m))
        memory = (ctypes.c_char * (n * dtype.itemsize)).from_address(getattr(m, field))
        rows.append(np.frombuffer(memory, dtype))
    values = np.array(rows)
    values.flags.writeable = False
    return values
