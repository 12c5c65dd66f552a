# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Names, shapes and types of what a batch has for every simulation, and errors for wrong names."""

from __future__ import annotations

import difflib
import re
from typing import NoReturn

import numpy as np

from . import _structures as c

#: The fields that are part of the state, and their bit of mjtState.
STATE_BITS: dict[str, int] = {
    "time": c.mjtState.mjSTATE_TIME,
    "qpos": c.mjtState.mjSTATE_QPOS,
    "qvel": c.mjtState.mjSTATE_QVEL,
    "act": c.mjtState.mjSTATE_ACT,
    "history": c.mjtState.mjSTATE_HISTORY,
    "qacc_warmstart": c.mjtState.mjSTATE_WARMSTART,
    "ctrl": c.mjtState.mjSTATE_CTRL,
    "qfrc_applied": c.mjtState.mjSTATE_QFRC_APPLIED,
    "xfrc_applied": c.mjtState.mjSTATE_XFRC_APPLIED,
    "eq_active": c.mjtState.mjSTATE_EQ_ACTIVE,
    "mocap_pos": c.mjtState.mjSTATE_MOCAP_POS,
    "mocap_quat": c.mjtState.mjSTATE_MOCAP_QUAT,
    "userdata": c.mjtState.mjSTATE_USERDATA,
    "plugin_state": c.mjtState.mjSTATE_PLUGIN,
}

#: Members of mjData that are no arrays of its buffer: length (0: one number) and type.
_MEMBERS: dict[str, tuple[int, str]] = {
    "energy": (2, "f8"),
    "solver_niter": (c.mjNISLAND, "i4"),
    "solver_nnz": (c.mjNISLAND, "i4"),
    "solver_fwdinv": (2, "f8"),
    **{n: (0, "i4") for n in ("ncon", "ne", "nf", "nl", "nefc", "nJ", "nA", "nisland", "nidof")},
}

# what all simulations share: assets, and texts that only loading and saving read
_ASSETS = re.compile(r"(mesh|hfield|skin|tex|oct)_|bvh_(child|depth|nodeid)$")
_TEXTS = {"names", "paths", "text_data"}
_OPTIONS = {f"opt.{field[0]}": field[1] for field in c.mjOption._fields_}

#: The fields of mjData that Batch.bind accepts.
DATA_FIELDS: frozenset[str] = frozenset(c.DATA_ARRAYS) | frozenset(_MEMBERS) | {"time"}
#: The fields of mjModel, and opt.NAME of its options, that Batch.expand accepts.
MODEL_FIELDS: frozenset[str] = frozenset(
    name for name in c.MODEL_ARRAYS if not _ASSETS.match(name) and name not in _TEXTS
) | frozenset(_OPTIONS)

_ALL_DATA = {field[0] for field in c.mjData._fields_}
_STRUCTURAL = re.compile(r".*(adr|num|id|type)$")


def _shape(rows: str, columns: str, m: c.mjModel) -> tuple[int, ...]:
    shape = (eval(rows, {"m": m}),)  # of text that mirror.py wrote
    return shape if columns == "1" else (*shape, eval(columns, {"m": m}))


def data_shape(name: str, m: c.mjModel) -> tuple[int, ...]:
    """Shape of a field of DATA_FIELDS in one simulation."""
    if name == "time":
        return ()
    if name in _MEMBERS:
        length = _MEMBERS[name][0]
        return (length,) if length else ()
    return _shape(*c.DATA_ARRAYS[name], m)


def data_type(name: str) -> np.dtype:
    """Type of a field of DATA_FIELDS in mjData."""
    if name == "time":
        return np.dtype("f8")
    return np.dtype(_MEMBERS[name][1] if name in _MEMBERS else c.mjData._targets_[name][0])


def model_shape(name: str, m: c.mjModel) -> tuple[int, ...]:
    """Shape of a field of MODEL_FIELDS in one simulation."""
    if name in _OPTIONS:
        length = getattr(_OPTIONS[name], "_length_", 0)
        return (length,) if length else ()
    return _shape(*c.MODEL_ARRAYS[name], m)


def model_type(name: str) -> np.dtype:
    """Type of a field of MODEL_FIELDS."""
    if name in _OPTIONS:
        kind = _OPTIONS[name]
        return np.dtype(getattr(kind, "_type_", kind) if hasattr(kind, "_length_") else kind)
    # text is numbers here: what differs between simulations is set like any other array
    code = c.mjModel._targets_[name][0]
    return np.dtype("i1" if code == "S1" else code)


def is_structural(name: str) -> bool:
    """Whether a field of mjModel says how others are laid out, so that it is set for all alike."""
    return model_type(name).kind == "i" and _STRUCTURAL.match(name) is not None


# ---------------------------------------------------------------- wrong names


def alike(name: str, known: frozenset[str] | set[str] | list[str]) -> str:
    """' (did you mean "xpos"?)' for the known names that are spelled like this one, or nothing."""
    near = difflib.get_close_matches(name, sorted(known), 3)
    words = ", ".join(f'"{word}"' for word in near)
    return f" (did you mean {words}?)" if near else ""


def why_not_data(name: str) -> str:
    """What is wrong with a name that is not in DATA_FIELDS."""
    if name in MODEL_FIELDS:
        return f'{name} is a field of MjModel: use expand("{name}")'
    if name in c.ARENA_ARRAYS:
        return (
            f"{name} has another length after every step, and cannot be bound; get_data(sim) has it"
        )
    if f"opt.{name}" in _OPTIONS:
        return f'{name} is an option of the model: use expand("opt.{name}")'
    if name in _ALL_DATA:
        return f"{name} of MjData cannot be bound; get_data(sim) has it"
    return f"MjData has no field {name}{alike(name, DATA_FIELDS)}"


def why_not_model(name: str) -> str:
    """What is wrong with a name that is not in MODEL_FIELDS."""
    if name in c.MODEL_ARRAYS:
        return f"{name} belongs to all simulations and cannot be expanded; see set_models"
    if name in DATA_FIELDS:
        return f'{name} is a field of MjData: use bind("{name}")'
    if f"opt.{name}" in _OPTIONS:
        return f'{name} is an option: use expand("opt.{name}")'
    return f"MjModel has no field {name} that can be expanded{alike(name, MODEL_FIELDS)}"


def refuse_data(name: object) -> NoReturn:
    if not isinstance(name, str):
        raise TypeError(f"a field of MjData is named by a str, not {type(name).__name__}")
    raise ValueError(why_not_data(name))


def refuse_model(name: object) -> NoReturn:
    if not isinstance(name, str):
        raise TypeError(f"a field of MjModel is named by a str, not {type(name).__name__}")
    raise ValueError(why_not_model(name))
