# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""The functions of <fulcrum/host.h> as Python calls them, and what an error looks like."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, c_char_p, c_int, c_size_t, c_void_p
from enum import IntEnum
from typing import Any

from . import _structures as c


class FulcrumError(RuntimeError):
    """What the engine refuses, in its words: what was wrong, where, and what was expected."""


_INT, _TEXT, _AT = c_int, c_char_p, c_void_p
_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "fc_lastError": (_TEXT, []),
    "fc_fail": (_INT, [_TEXT, _TEXT]),
    "fc_registerModule": (_INT, [_AT, _TEXT]),
    "fc_addModulePath": (_INT, [_TEXT]),
    "fc_reload": (_INT, [_TEXT, _TEXT, _INT]),
    "fc_moduleCount": (_INT, []),
    "fc_moduleInfo": (_INT, [_INT, _AT]),
    "fc_faceInfo": (_INT, [_INT, _INT, _AT]),
    "fc_openModule": (_AT, [_TEXT]),
    "fc_kindName": (_TEXT, [_INT]),
    "fc_optionValue": (_INT, [_INT, _TEXT]),
    "fc_optionName": (_TEXT, [_INT, _INT]),
    "fc_bind": (_INT, [_AT, _AT, _INT, _TEXT]),
    "fc_unbind": (_INT, [_AT, _AT, _INT]),
    "fc_bound": (_TEXT, [_AT, _AT, _INT]),
    "fc_saveBindings": (_INT, [_AT, _AT, _AT, _INT]),
    "fc_loadBindings": (_INT, [_AT, _AT, _AT, _INT]),
    "fc_setParameter": (_INT, [_AT, _TEXT, _TEXT, _TEXT]),
    "fc_parameter": (_AT, [_AT, _TEXT, _TEXT, _AT]),
    "fc_setCallbacks": (_INT, [_AT, _AT]),
    "fc_callbacks": (_AT, [_AT]),
    "fc_processorLevel": (_INT, []),
    "fc_objectFrame": (_INT, [_AT, _AT, _INT, _INT, _AT, _AT]),
    "fc_applyWrench": (None, [_AT, _AT, _AT, _AT, _AT, _INT, _AT]),
    "fc_addWrenchDerivative": (None, [_AT, _AT, _AT, _AT, _AT, _INT]),
    "fc_safeReference": (None, [_AT, _AT, _AT, _TEXT, ctypes.c_double, _INT]),
    "fc_safeImpedance": (None, [_AT, _AT]),
    "fc_impedance": (None, [_AT, _AT, ctypes.c_double, ctypes.c_double]),
    "fc_referenceGains": (None, [_AT, _AT, ctypes.c_double]),
    "fc_problemMulM": (None, [_AT, _AT, _AT]),
    "fc_problemSolveM": (None, [_AT, _AT, _AT]),
    "fc_problemMulJ": (None, [_AT, _AT, _AT]),
    "fc_problemMulJT": (None, [_AT, _AT, _AT]),
    "fc_problemUpdate": (ctypes.c_double, [_AT, _AT, _INT]),
    "fc_problemLineSearch": (ctypes.c_double, [_AT, _AT, _AT]),
    "fc_problemDualStates": (_INT, [_AT, _AT]),
    "fc_problemFinishDual": (None, [_AT]),
    "fc_problemRecord": (None, [_AT, _AT]),
    "fc_rowValues": (_AT, [_AT, _INT, _INT]),
    "fc_rowAppend": (_INT, [_AT, _INT, _INT, _AT, _AT]),
    "fc_view": (_INT, [_AT]),
    "fc_setThreadErrorHandler": (_AT, [_AT, _AT, _AT]),
    "fc_defaultBatchConfig": (None, [_AT]),
    "fc_makeBatch": (_AT, [_AT, _INT, _AT, _AT, _INT]),
    "fc_usableProcessors": (_INT, [_AT, _INT]),
    "fc_batchProcessor": (_INT, [_AT, _INT]),
    "fc_batchBytes": (c_size_t, [_AT]),
    "fc_batchProgress": (_INT, [_AT, _AT, _AT, ctypes.c_double]),
    "fc_batchCancel": (None, [_AT]),
    "fc_batchAfter": (_INT, [_AT, _AT, _AT]),
    "fc_batchSend": (_INT, [_AT, _AT, _INT, _INT, _INT]),
    "fc_batchReceive": (_INT, [_AT, _AT, _INT, _INT]),
    "fc_batchInFlight": (_INT, [_AT]),
    "fc_batchBind": (_INT, [_AT, _AT, _INT, _INT, _TEXT]),
    "fc_batchUnbind": (_INT, [_AT, _AT, _INT, _INT]),
    "fc_batchBound": (_TEXT, [_AT, _INT, _INT]),
    "fc_batchCallbacks": (_INT, [_AT, _AT]),
    "fc_batchParameter": (_AT, [_AT, _TEXT, _TEXT, _AT]),
    "fc_batchModuleState": (_AT, [_AT, _AT]),
    "fc_batchCompiled": (_INT, [_AT, _TEXT]),
    "fc_batchGeneral": (_TEXT, [_AT]),
    "fc_batchRedone": (ctypes.c_int64, [_AT]),
    "fc_batchGather": (_INT, [_AT, _INT]),
    "fc_gatheringFunction": (_AT, [_INT, _AT, _AT]),
    "fc_collect": (None, [_AT, _AT, c_size_t, _INT, c_size_t, _INT]),
    "fc_distribute": (None, [_AT, _AT, c_size_t, _INT, c_size_t, _INT]),
    "mjb_deleteBatch": (None, [_AT]),
    "mjb_nthread": (_INT, [_AT]),
    "mjb_model": (_AT, [_AT]),
    "mjb_nstate": (_INT, [_AT]),
    "mjb_state": (_AT, [_AT]),
    "mjb_stateComponent": (_AT, [_AT, _INT, _AT]),
    "mjb_warning": (_AT, [_AT]),
    "mjb_step": (_INT, [_AT, _AT, _INT, _INT, _INT]),
    "mjb_forward": (_INT, [_AT, _AT, _INT, _INT]),
    "mjb_reset": (_INT, [_AT, _AT, _INT, _AT, _INT]),
    "mjb_rollout": (_INT, [_AT, _AT, _INT, _INT, _AT, _INT, _AT, _INT]),
    "mjb_apply": (_INT, [_AT, _AT, _INT, _AT, _AT, _INT]),
    "mjb_status": (_AT, [_AT]),
    "mjb_error": (_TEXT, [_AT, _INT]),
    "mjb_output": (_AT, [_AT, _TEXT, _AT, _AT]),
    "mjb_expand": (_AT, [_AT, _TEXT, _AT, _AT]),
    "mjb_expanded": (_AT, [_AT, _TEXT, _AT, _AT]),
    "mjb_setConst": (_INT, [_AT, _AT, _INT]),
    "mjb_setModels": (None, [_AT, _AT]),
    "mjb_getModel": (None, [_AT, _INT, _AT]),
    "mjb_getData": (None, [_AT, _INT, _AT]),
    "mj_copyData": (_AT, [_AT, _AT, _AT]),
    "mj_copyModel": (_AT, [_AT, _AT]),
    "mj_stateSize": (_INT, [_AT, _INT]),
    "mj_kinematics": (None, [_AT, _AT]),
    "mj_comPos": (None, [_AT, _AT]),
    "mj_flex": (None, [_AT, _AT]),
    "mj_ray": (ctypes.c_double, [_AT, _AT, _AT, _AT, _AT, ctypes.c_ubyte, _INT, _AT, _AT]),
    "mj_versionString": (_TEXT, []),
    "mj_objectVelocity": (None, [_AT, _AT, _INT, _INT, _AT, _INT]),
    "mj_jac": (None, [_AT, _AT, _AT, _AT, _AT, _INT]),
    "mj_contactForce": (None, [_AT, _AT, _INT, _AT]),
    "mj_id2name": (_TEXT, [_AT, _INT, _INT]),
    "mj_name2id": (_INT, [_AT, _INT, _TEXT]),
}

_handle: ctypes.CDLL | None = None


def library() -> ctypes.CDLL:
    """The one library of the process (see underlay.library)."""
    global _handle
    if _handle is None:
        from . import underlay

        _handle = underlay.library()
    return _handle


def use_library(handle: ctypes.CDLL) -> None:
    """Take this library rather than the one that underlay finds. Before anything else is called."""
    global _handle
    _handle = handle


class _Functions:
    """Functions of the library with their prototypes, taken from it at first use."""

    def __getattr__(self, name: str) -> Any:
        result, arguments = _PROTOTYPES[name]
        # taken by index: a function object of our own, with prototypes that no other user changes
        function = library()[name]
        function.restype, function.argtypes = result, arguments
        setattr(self, name, function)
        return function


call = _Functions()

# what the members of the tables are: int (*)(const FcContext*, ...)
CONTEXT = CFUNCTYPE(c_int, c_void_p)
CONTEXT_POINTER = CFUNCTYPE(c_int, c_void_p, c_void_p)
CONTEXT_2_POINTERS = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p)
CONTEXT_3_POINTERS = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_void_p)
CONTEXT_INT_POINTER = CFUNCTYPE(c_int, c_void_p, c_int, c_void_p)
CONTEXT_POINTER_INT = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
MEMORY = CFUNCTYPE(c_size_t, c_void_p)
WANTED = CFUNCTYPE(c_int, c_void_p)


def last_error() -> str:
    """The last failure of this thread, in the words of the engine; "" if there was none.

    Functions of this module raise it as FulcrumError; this is for those called through library().
    """
    return (call.fc_lastError() or b"").decode("utf-8", "replace")


def check(status: int) -> int:
    """Raise what the engine has just said if a status is negative."""
    if status < 0:
        raise FulcrumError(last_error())
    return status


def text(value: str, what: str = "a name") -> bytes:
    """A text for C."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a str, not {type(value).__name__}")
    if "\0" in value:
        raise FulcrumError(f"{what} must not contain a NUL: {value!r}")
    return value.encode()


_CLASSES = {"MjModel": ("MjModel", "ModelView"), "MjData": ("MjData", "DataView")}
# where other packages keep such an object: wrappers of dm_control have it as ptr, environments of
# Gymnasium and simulations of dm_control as an attribute
_INSIDE = {"MjModel": "model", "MjData": "data"}


def engine_object(thing: Any, kind: str, what: str = "") -> Any:
    """The MjModel ("MjModel") or MjData ("MjData") that `thing` is or wraps, or a view of it.

    Known are objects of the package mujoco, views, and what wraps one of them: objects with `ptr`
    (dm_control's), with `unwrapped` or `physics` (environments), with `model` and `data`.
    """
    if _address_of(thing, kind):
        return thing
    for attribute in ("ptr", "unwrapped", "physics"):
        inner = None if isinstance(thing, type) else getattr(thing, attribute, None)
        if inner is not None and inner is not thing:
            if _is_object(inner, kind):
                return inner
            thing = thing if attribute == "ptr" else inner
    if hasattr(thing, "model") and hasattr(thing, "data"):
        inner = getattr(thing, _INSIDE[kind])
        inner = inner if _is_object(inner, kind) else getattr(inner, "ptr", None)
        if _is_object(inner, kind):
            return inner
    raise TypeError(
        f"expected {what or 'an ' + kind} (an object of the package mujoco or one that wraps it, a "
        f"view, or an address), not {type(thing).__name__}"
    )


def _is_object(thing: Any, kind: str) -> bool:
    return not isinstance(thing, int) and _address_of(thing, kind) > 0


def _address_of(thing: Any, kind: str) -> int:
    if isinstance(thing, int):
        return 0 if isinstance(thing, bool) or thing <= 0 else thing
    fits = any(base.__name__ in _CLASSES[kind] for base in type(thing).__mro__)
    at = getattr(thing, "_address", 0) if fits else 0
    return at if isinstance(at, int) and at > 0 else 0


def address(thing: Any, kind: str, what: str = "") -> int:
    """Address of an mjModel ("MjModel") or mjData ("MjData"), of which `thing` is an object.

    What engine_object() accepts; a number is believed.
    """
    return _address_of(engine_object(thing, kind, what), kind)


def mujoco_object(thing: Any, kind: str) -> Any:
    """The object of the package mujoco that `thing` is or wraps; TypeError for views, addresses."""
    inner = engine_object(thing, kind)
    if type(inner).__module__.split(".")[0] != "mujoco":
        raise TypeError(f"this needs an {kind} of the package mujoco, not {type(inner).__name__}")
    return inner


def nearest(word: str, words: list[str]) -> str:
    """'; did you mean "x"?' for the word that is spelled most like this one, or nothing."""
    function = library()["fc_nearestWord"]
    function.restype, function.argtypes = c_char_p, [c_char_p, c_void_p]
    table = (c_char_p * (len(words) + 1))(*[w.encode() for w in words], None)
    found = function(word.encode(), ctypes.cast(table, c_void_p))
    return f'; did you mean "{found.decode()}"?' if found else ""


class _Kind(IntEnum):
    def __str__(self) -> str:
        return self.name.lower()


Kind = _Kind(
    "Kind",
    {
        kind.name.removeprefix("FC_"): kind.value
        for kind in c.FcKind
        if c.FcKind.FC_NO_KIND < kind < c.FcKind.FC_NKIND
    },
    module=__name__,
)
Kind.__doc__ = "Extension points: what a face is an implementation of (<fulcrum/kinds.def>)."


def kind_of(kind: Kind | str | int) -> Kind:
    """The kind that Kind.SOLVER, "solver" or 1 means."""
    if isinstance(kind, str):
        names = [str(member) for member in Kind]
        if kind not in names:
            raise FulcrumError(
                f'there is no kind "{kind}"{nearest(kind, names)} (known are: {", ".join(names)})'
            )
        return Kind[kind.upper()]
    try:
        return Kind(kind)
    except ValueError:
        raise FulcrumError(f"there is no kind {kind!r}; see fulcrum.Kind") from None
