# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What one simulation uses: implementations, parameters, callbacks."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

import numpy as np

from . import _structures as c
from ._host import (
    FulcrumError,
    Kind,
    address,
    call,
    check,
    engine_object,
    kind_of,
    nearest,
    text,
)
from ._views import addresses, array_at
from .inventory import ParameterInfo, faces

CHOSEN = (Kind.SOLVER, Kind.INTEGRATOR, Kind.CONTACT_MODEL, Kind.BROADPHASE, Kind.CONVEX)


def bind(model: Any, data: Any, kind: Kind | str, name: str) -> None:
    """Let `data` use the implementation `name` of `kind` from the next step on.

    Of solver, integrator, contact_model, broadphase and convex one is in force; stages, probes,
    post-solvers and passive forces are added to those at work. Legal between any two steps and in
    the control callback, an error while the data is being stepped. Raises FulcrumError naming what
    there is when it is not known or cannot be bound, TypeError or ValueError when model and data
    are not what they should be.
    """
    check(call.fc_bind(*addresses(model, data), kind_of(kind), text(name)))


def unbind(model: Any, data: Any, kind: Kind | str) -> None:
    """Return to what the model says; what was added to stages, probes, ... is removed."""
    check(call.fc_unbind(*addresses(model, data), kind_of(kind)))


def bound(model: Any, data: Any, kind: Kind | str) -> str | list[str]:
    """Name of what `data` uses; the list of those added where a kind can have several."""
    kind = kind_of(kind)
    names = call.fc_bound(*addresses(model, data), kind)
    if names is None:
        check(-1)
    return names.decode() if kind in CHOSEN else names.decode().split()


@contextlib.contextmanager
def bound_to(model: Any, data: Any, kind: Kind | str, name: str) -> Iterator[None]:
    """bind for the length of a `with` block.

    At its end kinds of which one is in force return to what the model says; of the others the added
    one is removed and the rest stays.
    """
    kind = kind_of(kind)
    before = [] if kind in CHOSEN or kind == Kind.POST_SOLVER else list(bound(model, data, kind))
    bind(model, data, kind, name)
    try:
        yield
    finally:
        unbind(model, data, kind)
        for other in before:
            bind(model, data, kind, other)


# ---------------------------------------------------------------- parameters


class Parameters(MutableMapping[str, Any]):
    """The parameters of one face in one model, by key.

    Reading gives a float, an int, a bool, a word, a list of words, or for several numbers an array
    over the memory of the model. Setting checks type, count and range, and holds from the next step
    on for all mjData of the model.
    """

    def __init__(self, model: Any, face: str) -> None:
        model = engine_object(model, "MjModel")
        self._model, self._at, self._face = model, address(model, "MjModel"), face
        kind, _, name = face.partition("/")
        known = faces()
        found = [f for f in known if f.name == face and f.selected] or [
            f for f in known if f.name == name and f.selected and str(f.kind) == kind
        ]
        if not found:
            names = sorted({f.name for f in known})
            raise FulcrumError(f'there is no face "{face}"{nearest(face, names)}')
        if len(found) > 1:
            words = ", ".join(f"{f.kind}/{f.name}" for f in found)
            raise FulcrumError(f'several faces are called "{face}": name one of {words}')
        self._infos = {info.key: info for info in found[0].parameters}

    def info(self, key: str) -> ParameterInfo:
        """Type, unit, range and default of a parameter."""
        try:
            return self._infos[key]
        except KeyError:
            hint = nearest(key, list(self._infos))
            known = ", ".join(self._infos) or "none"
            raise FulcrumError(
                f'"{self._face}" has no parameter "{key}"{hint} (known are: {known})'
            ) from None

    def numbers(self, key: str) -> np.ndarray:
        """The numbers of a parameter, as the engine keeps them: not a copy, not checked."""
        self.info(key)
        n = ctypes.c_int()
        at = call.fc_parameter(self._at, text(self._face), text(key), ctypes.addressof(n))
        if not at:
            check(-1)
        owner = None if isinstance(self._model, int) else self._model
        return array_at(at, "f8", (n.value,), owner=owner)

    def __getitem__(self, key: str) -> Any:
        info, numbers = self.info(key), self.numbers(key)
        return value_of(info.type, info.keywords, numbers)

    def __setitem__(self, key: str, value: Any) -> None:
        info = self.info(key)
        words = text_of(value, info.type)
        check(call.fc_setParameter(self._at, text(self._face), text(key), text(words)))

    def __delitem__(self, key: str) -> None:
        """Back to the default."""
        info = self.info(key)
        self.numbers(key)[...] = info.default

    def __iter__(self) -> Iterator[str]:
        return iter(self._infos)

    def __len__(self) -> int:
        return len(self._infos)

    def __repr__(self) -> str:
        values = ", ".join(f"{key}={self[key]!r}" for key in self)
        return f"<parameters of {self._face}: {values}>"


def value_of(type: str, keywords: tuple[str, ...], numbers: np.ndarray) -> Any:
    """The numbers of a parameter as Python: what reading it gives."""
    if type == "choice" and len(numbers) == 1:
        return keywords[int(numbers[0])]
    if type == "words" and len(numbers) == 1:
        return [word for i, word in enumerate(keywords) if int(numbers[0]) >> i & 1]
    if len(numbers) != 1:
        return numbers
    number = float(numbers[0])
    return bool(number) if type == "bool" else int(number) if type in ("int", "element") else number


def values_of(type: str, keywords: tuple[str, ...], numbers: np.ndarray) -> Any:
    """The numbers (n, length) of a parameter in n simulations as Python: (n,), or (n, length)."""
    if numbers.shape[1] != 1:
        return numbers
    column = numbers[:, 0]
    if type == "choice":
        return np.array(keywords)[column.astype(int)]
    if type == "words":
        return [value_of(type, keywords, row) for row in numbers]
    if type == "bool":
        return column.astype(bool)
    return column.astype(int) if type in ("int", "element") else column


def text_of(value: Any, type: str) -> str:
    """A value as the text that a model would have for it."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"a parameter cannot be set to {value.__class__.__name__}; give a str")
    if isinstance(value, (bool, np.bool_)):
        return ("true" if value else "false") if type == "bool" else str(int(value))
    if isinstance(value, (int, float, np.integer, np.floating)):
        if type == "bool":
            return {0.0: "false", 1.0: "true"}.get(float(value), repr(float(value)))
        number = float(value)
        return str(int(number)) if number.is_integer() and abs(number) < 2**53 else repr(number)
    try:
        return " ".join(text_of(item, type) for item in value)
    except TypeError:
        raise TypeError(f"a parameter cannot be set to a {value.__class__.__name__}") from None


def parameters(model: Any, face: str) -> Parameters:
    """The parameters of a face ("lab.wind"; "kind/name" where a name serves several kinds)."""
    return Parameters(model, face)


# ---------------------------------------------------------------- callbacks

_MODEL_DATA = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_FILTER = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int
)
_SENSOR = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
_ACTUATOR = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
_TYPES = {
    "passive": _MODEL_DATA,
    "control": _MODEL_DATA,
    "contactfilter": _FILTER,
    "sensor": _SENSOR,
    "act_dyn": _ACTUATOR,
    "act_gain": _ACTUATOR,
    "act_bias": _ACTUATOR,
}
#: Where the failure of a callback is reported: right after it was called.
_PLACES = {
    "passive": ("passive",),
    "control": ("control",),
    "contactfilter": ("collision",),
    "sensor": ("position_sensors", "velocity_sensors", "acceleration_sensors"),
    "act_dyn": ("actuation",),
    "act_gain": ("actuation",),
    "act_bias": ("actuation",),
}


@contextlib.contextmanager
def callbacks(model: Any, data: Any, **functions: Callable[..., Any] | None) -> Iterator[None]:
    """Callbacks of one mjData for the length of a `with` block, instead of the global mjcb_*.

    passive, control: f(model, data); contactfilter: f(model, data, geom1, geom2), true when the two
    do not collide; sensor: f(model, data, stage); act_dyn, act_gain, act_bias: f(model, data, id),
    a number. They receive views (fulcrum.ModelView, fulcrum.DataView), which hold for the call, on
    the thread that steps. Copies of the data made in the block call them, too, as long as it lasts;
    after it that is an error.

    An exception in a callback becomes an engine error at the end of the stage that called it; the
    probes that see to this are bound to the data meanwhile (names "fulcrum.callbacks.*").
    """
    m, d = addresses(model, data)
    former = c.FcCallbacks()
    ctypes.memmove(ctypes.addressof(former), call.fc_callbacks(d), ctypes.sizeof(former))
    with contextlib.ExitStack() as stack:
        table = callback_table(former, functions, stack)
        there = bound(model, data, Kind.PROBE)
        for name in places_of_callbacks(functions):
            if name not in there:
                stack.enter_context(bound_to(model, data, Kind.PROBE, name))
        check(call.fc_setCallbacks(d, ctypes.addressof(table)))
        try:
            yield
        finally:
            check(call.fc_setCallbacks(d, ctypes.addressof(former)))


def callback_table(
    former: c.FcCallbacks, functions: dict[str, Callable[..., Any] | None], stack: Any
) -> c.FcCallbacks:
    """A copy of a table of callbacks with these functions in it, for the length of a `with`."""
    from .interpreted import Trampoline

    unknown = [name for name in functions if name not in _TYPES]
    if unknown:
        hint = nearest(unknown[0], list(_TYPES))
        raise FulcrumError(
            f'there is no callback "{unknown[0]}"{hint} (known are: {", ".join(_TYPES)})'
        )
    for name, function in functions.items():
        if function is not None and not callable(function):
            raise TypeError(
                f"the callback {name} must be a function or None, not {type(function).__name__}"
            )
    table = c.FcCallbacks.from_buffer_copy(former)
    for name, function in functions.items():
        if function is None:
            setattr(table, name, None)
            continue
        trampoline = stack.enter_context(Trampoline.taken(name, _TYPES[name], function))
        setattr(table, name, trampoline.address)
    return table


def places_of_callbacks(functions: dict[str, Callable[..., Any] | None]) -> list[str]:
    """Names of the probes that report what fails in these callbacks."""
    from .interpreted import probe_of_callbacks

    places = [place for name, f in functions.items() if f is not None for place in _PLACES[name]]
    return [probe_of_callbacks(place) for place in dict.fromkeys(places)]
