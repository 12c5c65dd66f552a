# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Arguments of the functions of a Batch, as C reads them."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np


class Selection:
    """Which simulations a call is for: None (all), sorted indices, or a mask."""

    def __init__(self, ids: Any, nsim: int) -> None:
        self._ids = None if ids is None else _indices(ids, nsim)
        self._n = nsim if self._ids is None else len(self._ids)
        #: For C: NULL means all.
        self.address = None if self._ids is None else self._ids.ctypes.data

    def __len__(self) -> int:
        return self._n

    def indices(self) -> np.ndarray:
        return np.arange(self._n, dtype=np.int32) if self._ids is None else self._ids


def _indices(ids: Any, nsim: int) -> np.ndarray:
    given = np.asarray(ids)
    if given.dtype == bool:
        if given.shape != (nsim,):
            raise ValueError(f"a mask of simulations has the shape ({nsim},), not {given.shape}")
        return np.flatnonzero(given).astype(np.int32)
    if given.ndim != 1:
        raise ValueError(f"ids must be a sequence of indices, not an array of shape {given.shape}")
    if not given.size:
        return np.empty(0, np.int32)
    if given.dtype.kind not in "iu":
        raise ValueError(f"ids must be integers or booleans, not {given.dtype}")
    outside = given[(given < 0) | (given >= nsim)]
    if outside.size:
        raise ValueError(f"ids must be from 0 to {nsim - 1}, {outside[0]} is not")
    wrong = np.flatnonzero(given[1:] <= given[:-1])
    if wrong.size:
        at = wrong[0]
        raise ValueError(
            f"ids must be sorted and without repetitions, but {given[at + 1]} follows {given[at]}"
        )
    return np.ascontiguousarray(given, np.int32)


def numbers(value: Any, what: str, shape: tuple[int, ...]) -> np.ndarray:
    """Numbers broadcast to a shape: contiguous, float64."""
    given = np.asarray(value)
    if given.dtype.kind not in "biuf":
        raise ValueError(f"{what} must be real numbers, not {given.dtype}")
    return _broadcast(given.astype(np.float64, copy=False), what, shape)


def integers(value: Any, what: str, shape: tuple[int, ...], low: int, end: int) -> np.ndarray:
    """Integers from `low` to `end` - 1, broadcast to a shape: contiguous, int32."""
    given = np.asarray(value)
    if not given.size and 0 in shape:
        return np.empty(shape, np.int32)
    if given.dtype.kind not in "iu":
        raise ValueError(f"{what} must be integers, not {given.dtype}")
    outside = given[(given < low) | (given >= end)]
    if outside.size:
        raise ValueError(f"{what} must be from {low} to {end - 1}, {outside[0]} is not")
    return _broadcast(given.astype(np.int32), what, shape)


def _broadcast(given: np.ndarray, what: str, shape: tuple[int, ...]) -> np.ndarray:
    try:
        return np.ascontiguousarray(np.broadcast_to(given, shape))
    except ValueError:
        raise ValueError(f"{what} of shape {given.shape} cannot be broadcast to {shape}") from None


_GLOBAL_CALLBACKS = (
    *("act_bias", "act_dyn", "act_gain", "contactfilter", "control", "passive", "sensor"),
    "time",
)


def refuse_global_callbacks() -> None:
    """Functions of Python that were set with mujoco.set_mjcb_... are for MjData of the package
    mujoco; they cannot be called for simulations of a batch, on any of its threads."""
    mujoco = sys.modules.get("mujoco")
    for name in _GLOBAL_CALLBACKS if mujoco else ():
        function = getattr(mujoco, f"get_mjcb_{name}", lambda: None)()
        if function is not None and not isinstance(function, ctypes._CFuncPtr):
            raise ValueError(
                f"mjcb_{name} is a function of Python, which a batch does not call: remove it with "
                f"mujoco.set_mjcb_{name}(None), and give it to Batch.callbacks or register a "
                "module, whose functions a batch calls"
            )
