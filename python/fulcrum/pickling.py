# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Pickled objects of mujoco: what Fulcrum keeps with an MjData goes along.

A pickled MjModel is a binary model, in which the engine writes the parameters that were set. A
pickled MjData has the arrays; what is bound to it and the state of modules, which lie beside them,
are added here: the methods by which both are pickled are replaced when mujoco is imported. A pickle
that needs nothing of Fulcrum is the same as without.
"""

from __future__ import annotations

import ctypes
import pickle
from typing import Any

from . import _structures as c
from ._host import FulcrumError, address, call, check, last_error
from .attachment import when_imported

_STRUCTS = "mujoco._structs"
#: What a binary model that needs modules has behind its image.
_TRAILER = b"FULCRUM\n"


def _saved(data: Any) -> bytes:
    """What is bound to an MjData and the state of modules; b"" when there is nothing to tell."""
    at = address(data.model, "MjModel"), address(data, "MjData")
    size = call.fc_saveBindings(*at, None, 0)
    buffer = ctypes.create_string_buffer(max(size, 1))
    if size < 0 or call.fc_saveBindings(*at, buffer, size) != size:
        check(-1)
    return buffer.raw[:size]


def _check_callbacks(data: Any) -> None:
    table = c.FcCallbacks.from_address(call.fc_callbacks(address(data, "MjData")))
    for name in (field[0] for field in table._fields_ if field[0] != "size"):
        if getattr(table, name):
            raise pickle.PicklingError(
                f"the callback {name} of this MjData is a function of this process and cannot be "
                "pickled; pickle the data outside of the block of fulcrum.callbacks"
            )


def origins_of(saved: bytes) -> dict[str, str]:
    """Where the implementations that these bytes name come from, by 'kind "name"', for a process
    that lacks one."""
    from .inventory import modules

    return {
        f'{face.kind} "{face.name}"': f"module {module.name} {module.version}, {module.path}"
        for module in modules()
        for face in module.faces
        if face.selected and "." in face.name and face.name.encode() in saved
    }


def _restored(make: Any, arguments: Any, state: Any, saved: bytes, origins: dict[str, str]) -> Any:
    """The MjModel or MjData of a pickle."""
    own = make(*arguments)
    try:
        try:
            own.__setstate__(state)
        except ValueError as error:
            raise FulcrumError(last_error() or str(error)) from None
        if saved:
            at = address(own.model, "MjModel"), address(own, "MjData")
            check(call.fc_loadBindings(*at, saved, len(saved)))
    except FulcrumError as error:
        raise with_origin(error, origins) from None
    return own


def with_origin(error: FulcrumError, origins: dict[str, str]) -> FulcrumError:
    """The error, with the place where the missing implementation came from if that is known."""
    said = str(error)
    origin = next((place for face, place in origins.items() if face in said), None)
    if origin is None:
        return error
    return FulcrumError(
        f"{said}; where this was pickled it came from {origin}. Make it known before unpickling: "
        "import what registers it, or call fulcrum.add_module_path"
    )


def _reduced(plain: Any, saved: bytes) -> Any:
    """A pickle that imports fulcrum, where what mujoco writes needs it; else that of mujoco."""
    state = plain[2]
    list_of_modules = state.rfind(_TRAILER)
    if not saved and list_of_modules < 0:
        return plain
    named = state[list_of_modules:] if list_of_modules >= 0 else b""
    return _restored, (*plain[:3], saved, origins_of(saved + named))


def _reduce_model(self: Any, protocol: Any) -> Any:
    return _reduced(object.__reduce_ex__(self, protocol), b"")


def _reduce_data(self: Any, protocol: Any) -> Any:
    _check_callbacks(self)
    return _reduced(object.__reduce_ex__(self, protocol), _saved(self))


def _attach(structs: Any) -> None:
    structs.MjModel.__reduce_ex__ = _reduce_model
    structs.MjData.__reduce_ex__ = _reduce_data


def prepare() -> None:
    """Called by `import fulcrum`, before or after `import mujoco`."""
    when_imported(_STRUCTS, _attach)
