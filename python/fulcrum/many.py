# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Functions of Python that are called once for many simulations, with arrays.

What a call into Python costs is nearly the same for one simulation as for hundreds. Methods of a
module with `many = True`, and callbacks given with `many=True`, are therefore called with
Simulations in the place of one model and one data: fields of mjData as arrays with one row per
simulation. In a batch (fulcrum.Batch) simulations wait until all that a thread has at hand have
arrived, 256 by default; elsewhere a call has one row. Which simulations meet in a call differs from
run to run, so a function must treat each row alone.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _host as h
from . import _structures as c
from ._host import FulcrumError, call, nearest
from ._views import _ARENA, _DATA, _DTYPES, _MODEL, Batch, DataView, ModelView, array_at
from .interpreted import entered_by_c, fail

if TYPE_CHECKING:
    from .interpreted import Extension, Registration

#: Simulations that a thread of a batch keeps waiting, unless Batch(gather=) says otherwise.
WIDTH = 256

#: Whether a class with `many = True` was registered: batches made from then on gather.
registered = False

_GATHER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
_WAITING = np.dtype(
    {
        "names": ["sim", "m", "d", "request", "status"],
        "formats": ["i4", "u8", "u8", "u8", "i4"],
        "offsets": [
            getattr(c.FcWaiting, name).offset for name in ("sim", "m", "d", "request", "status")
        ],
        "itemsize": ctypes.sizeof(c.FcWaiting),
    }
)

# ---------------------------------------------------------------- arrays of many owners


def collect(owners: np.ndarray, offset: int, pointer: bool, shape: Any, code: str) -> np.ndarray:
    """What is `offset` bytes into each owner (addresses), or what a pointer there leads to."""
    array: np.ndarray = np.empty((len(owners), *shape), _DTYPES[code])
    if array.size:
        size = array.nbytes // len(owners)
        at = owners.ctypes.data
        call.fc_collect(array.ctypes.data, at, offset, int(pointer), size, len(owners))
    return array


def distribute(array: np.ndarray, owners: np.ndarray, offset: int, pointer: bool) -> None:
    """The inverse of collect."""
    if array.size:
        size, at = array.nbytes // len(owners), owners.ctypes.data
        call.fc_distribute(array.ctypes.data, at, offset, int(pointer), size, len(owners))


class _Rows:
    """Arrays with a row per owner, read when they are asked for and written back in the end."""

    def __init__(self, owners: np.ndarray, writable: bool) -> None:
        self.__dict__.update(_owners=owners, _writable=writable, _read={})

    def _take(self, name: str, offset: int, pointer: bool, shape: Any, code: str) -> np.ndarray:
        array = collect(self._owners, offset, pointer, shape, code)
        if self._writable:
            self._read[name] = (array, offset, pointer)
        else:
            array.flags.writeable = False
        self.__dict__[name] = array
        return array

    def __setattr__(self, name: str, value: Any) -> None:
        getattr(self, name)[...] = value

    def _write_back(self) -> None:
        for array, offset, pointer in self._read.values():
            distribute(array, self._owners, offset, pointer)


class Simulations(_Rows):
    """Fields of mjData of `n` simulations: `sims.qpos` (n, nq), `sims.xpos` (n, nbody, 3),
    `sims.time` (n,). What is written into them, or assigned, reaches the simulations when the
    function returns.

    `ids` are their indices in the batch, -1 outside one. `model` is the view of the model of the
    first of them; `sims.of_model("body_mass")` (n, nbody) has the values of each. `sims[i]` is the
    view of a single one, for what has another size in each: contacts and rows.
    """

    n: int
    ids: np.ndarray
    model: ModelView

    def __init__(self, waiting: np.ndarray, writable: bool = True) -> None:
        super().__init__(np.ascontiguousarray(waiting["d"]), writable)
        models = np.ascontiguousarray(waiting["m"])
        self.__dict__.update(
            n=len(waiting),
            ids=waiting["sim"].copy(),
            model=ModelView(int(models[0]), writable=False),
            _models=models,
        )

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, i: int) -> DataView:
        model = ModelView(int(self._models[i]), writable=False)
        return DataView(int(self._owners[i]), model, writable=self._writable)

    def __getattr__(self, name: str) -> np.ndarray:
        member = getattr(c.mjData, name, None)
        if name in _DATA:
            shape = _DATA[name](self.model._struct, None)
            return self._take(name, member.offset, True, shape, c.mjData._targets_[name][0])
        if name in _ARENA:
            raise AttributeError(
                f"{name} has another size in each simulation: read it from sims[i].{name}"
            )
        kind = dict(c.mjData._fields_).get(name)
        length, element = getattr(kind, "_length_", None), getattr(kind, "_type_", None)
        if length and isinstance(element, type):
            return self._take(name, member.offset, False, (length,), np.dtype(element).str[1:])
        if isinstance(kind, type) and isinstance(element, str):
            return self._take(name, member.offset, False, (), np.dtype(kind).str[1:])
        known = [*_DATA, "time", "energy", "ncon", "nefc"]
        raise AttributeError(f'Simulations have no field "{name}"{nearest(name, known)}')

    def of_model(self, name: str) -> np.ndarray:
        """A field of mjModel in each of the simulations, (n, ...), a copy."""
        if name not in _MODEL:
            raise AttributeError(f'a model has no array "{name}"{nearest(name, list(_MODEL))}')
        shape = _MODEL[name](self.model._struct, None)
        offset, code = getattr(c.mjModel, name).offset, c.mjModel._targets_[name][0]
        return collect(self._models, offset, True, shape, code)


class ManyBatch(_Rows):
    """A struct that a function of a module receives, from each of the simulations.

    Arrays have a row per simulation; whole numbers are the same in all, other numbers are (n,).
    """

    def __init__(
        self, kind: Any, owners: np.ndarray, shapes: dict[str, Any], sims: Simulations
    ) -> None:
        super().__init__(owners, True)
        self.__dict__.update(
            _kind=kind, _first=kind.from_address(int(owners[0])), _shapes=shapes, _sims=sims
        )

    def __getattr__(self, name: str) -> Any:
        first, shape = self._first, self._shapes.get(name)
        if shape is None:
            if not hasattr(first, name):
                known = [field[0] for field in self._kind._fields_]
                raise AttributeError(
                    f'{self._kind.__name__} has no member "{name}"{nearest(name, known)}'
                )
            value = getattr(first, name)
            if isinstance(value, float):
                offset = getattr(self._kind, name).offset
                return collect(self._owners, offset, False, (), "f8")
            return value
        if not getattr(first, name):
            return None
        code, const = first._targets_[name]
        offset = getattr(self._kind, name).offset
        array = self._take(name, offset, True, shape(first, self._sims.model._struct), code)
        if const:
            self._read.pop(name)
            array.flags.writeable = False
        return array


class RaggedBatch:
    """The contacts or rows of many simulations in a struct, one after the other.

    `batch.contact`, `batch.R`, ... are those of all simulations; `batch.sim` (contacts) and
    `batch.row_sim` (rows) say to which row of Simulations an entry belongs. Counts (`ncon`, `nefc`)
    are (n,), and so are other numbers. rows_of(i) are the rows of contact i.
    """

    def __init__(
        self, kind: Any, owners: np.ndarray, shapes: dict[str, Any], sims: Simulations
    ) -> None:
        self.__dict__.update(
            _kind=kind,
            _owners=owners,
            _structs=[kind.from_address(int(at)) for at in owners],
            _shapes=shapes,
            _sims=sims,
            _read={},
        )

    @property
    def sim(self) -> np.ndarray:
        return np.repeat(np.arange(len(self._owners)), self.ncon)

    @property
    def row_sim(self) -> np.ndarray:
        return np.repeat(np.arange(len(self._owners)), self.nefc)

    def __getattr__(self, name: str) -> Any:
        shape = self._shapes.get(name)
        if shape is None:
            values = np.array([getattr(struct, name) for struct in self._structs])
            self.__dict__[name] = values
            return values
        model = self._sims.model._struct
        code, const = self._kind._targets_[name]
        parts = [
            array_at(getattr(struct, name), code, shape(struct, model)) for struct in self._structs
        ]
        whole = np.concatenate(parts)
        if const:
            whole.flags.writeable = False
        else:
            self._read[name] = (whole, parts)
        self.__dict__[name] = whole
        return whole

    def __setattr__(self, name: str, value: Any) -> None:
        getattr(self, name)[...] = value

    def rows_of(self, contact: int) -> slice:
        """The rows of a contact in the arrays of the batch, empty when it has none."""
        con, sim = self.contact[contact], int(self.sim[contact])
        first, dim = int(con["efc_address"]), int(con["dim"])
        if first < 0:
            return slice(0, 0)
        first += int(self.nefc[:sim].sum())
        n = 1 if dim == 1 else dim if self.elliptic[sim] else 2 * (dim - 1)
        return slice(first, first + n)

    def one(self, i: int) -> Batch:
        """What the function would receive for the i-th simulation alone. Not together with arrays
        of all that are written to."""
        at, model = int(self._owners[i]), self._sims[i].model
        return Batch(self._kind, at, self._shapes, model)

    def _write_back(self) -> None:
        for whole, parts in self._read.values():
            start = 0
            for part in parts:
                part[...] = whole[start : start + len(part)]
                start += len(part)


# ---------------------------------------------------------------- functions of C


class Arguments:
    """The arguments of a group of calls: integers of the first, pointers as (n,) addresses."""

    def __init__(self, requests: np.ndarray) -> None:
        self.requests = requests
        first = c.FcArguments.from_address(int(requests[0]))
        self.i = list(first.i)
        self.context = collect(requests, c.FcArguments.context.offset, False, (), "u8")

    def p(self, k: int) -> np.ndarray:
        return collect(self.requests, c.FcArguments.p.offset + 8 * k, False, (), "u8")

    def integers(self, k: int) -> np.ndarray:
        return collect(self.requests, c.FcArguments.i.offset + 4 * k, False, (), "i4")


def _waiting_at(at: int, n: int) -> np.ndarray:
    memory = (ctypes.c_char * (n * _WAITING.itemsize)).from_address(at)
    return np.ndarray((n,), _WAITING, memory)


def _native(what: str, serve: Callable[[np.ndarray], None]) -> Any:
    """A function of C that serves groups of waiting calls; an exception fails all of a group."""

    def native(user: int | None, n: int, at: int) -> Any:
        waiting = _waiting_at(at, n)
        try:
            serve(waiting)
        except BaseException as error:
            waiting["status"] = -1
            return fail(what, error)
        return None

    return _GATHER(entered_by_c(native))


_SHAPES: dict[Any, int] = {
    h.CONTEXT: c.FcShape.FC_SHAPE_CONTEXT,
    h.CONTEXT_POINTER: c.FcShape.FC_SHAPE_CONTEXT_POINTER,
    h.CONTEXT_2_POINTERS: c.FcShape.FC_SHAPE_CONTEXT_2_POINTERS,
    h.CONTEXT_3_POINTERS: c.FcShape.FC_SHAPE_CONTEXT_3_POINTERS,
    h.CONTEXT_INT_POINTER: c.FcShape.FC_SHAPE_CONTEXT_INT_POINTER,
    h.CONTEXT_POINTER_INT: c.FcShape.FC_SHAPE_CONTEXT_POINTER_INT,
}


def _gathering(shape: int, native: Any) -> int:
    at = call.fc_gatheringFunction(int(shape), ctypes.cast(native, ctypes.c_void_p), None)
    if not at:
        raise FulcrumError(h.last_error())
    return int(at)


def _same(waiting: np.ndarray, key: np.ndarray) -> Iterator[np.ndarray]:
    """The parts of a group whose rows of `key` are equal."""
    if (key == key[:1]).all():
        yield waiting
        return
    kinds, which = np.unique(key, axis=0, return_inverse=True)
    for kind in range(len(kinds)):
        chosen = np.flatnonzero(which.ravel() == kind)
        part = waiting[chosen]
        try:
            yield part
        finally:
            waiting["status"][chosen] = part["status"]


# ---------------------------------------------------------------- methods of modules


class ManyObject:
    """Prepares the object of a class for a call: parameters and memory of the simulations."""

    def __init__(self, record: Registration) -> None:
        self._record, self._own = record, threading.local()

    def prepared(self, contexts: np.ndarray, sims: Simulations) -> tuple[Extension, Any]:
        record = self._record
        own = getattr(self._own, "object", None)
        if own is None:
            own = self._own.object = record.cls.__new__(record.cls)
            own.__init__()  # type: ignore[misc]
        n = record.memory_numbers(sims.model)
        offset = c.FcContext.param.offset
        param = collect(contexts, offset, True, (record.nparam,), "f8") if record.nparam else None
        memory = collect(contexts, c.FcContext.memory.offset, True, (n,), "f8")
        own.__dict__.update(_param=param, memory=memory)
        return own, lambda: distribute(memory, contexts, c.FcContext.memory.offset, True)


def function_of_many(
    record: Registration, prototype: Any, method: str, body: Callable[..., Any], key: Any
) -> int:
    """Address of a function that calls body(object, sims, arguments) for the simulations that wait.

    `key(arguments)` gives an array with a row per call; calls that differ in it are not mixed.
    """
    if prototype not in _SHAPES or body is None:
        raise FulcrumError(
            f"{record.cls.__name__}.{method} cannot serve many simulations at once: define it in "
            "a class without many = True"
        )
    objects, what = ManyObject(record), record.what(method)
    writable = record.cls.kind != h.Kind.PROBE

    def serve(waiting: np.ndarray) -> None:
        arguments = Arguments(np.ascontiguousarray(waiting["request"]))
        for part in [waiting] if key is None else _same(waiting, key(arguments)):
            sims = Simulations(part, writable)
            own = Arguments(np.ascontiguousarray(part["request"]))
            object, keep = objects.prepared(own.context, sims)
            body(object, sims, own)
            sims._write_back()
            keep()

    native = _native(what, serve)
    record.kept.append(native)
    global registered
    registered = True
    return _gathering(_SHAPES[prototype], native)


def result_into(out: np.ndarray, result: Any) -> None:
    if result is not None:
        out[...] = result


# ---------------------------------------------------------------- callbacks

_CALLBACKS: dict[str, int] = {
    "passive": c.FcShape.FC_SHAPE_CALLBACK,
    "control": c.FcShape.FC_SHAPE_CALLBACK,
    "sensor": c.FcShape.FC_SHAPE_CALLBACK_INT,
    "contactfilter": c.FcShape.FC_SHAPE_CALLBACK_2_INTS,
    "act_dyn": c.FcShape.FC_SHAPE_CALLBACK_NUMBER,
    "act_gain": c.FcShape.FC_SHAPE_CALLBACK_NUMBER,
    "act_bias": c.FcShape.FC_SHAPE_CALLBACK_NUMBER,
}


class ManyTrampoline:
    """A function of C for a callback. There is a fixed number of them, so they are used again."""

    _free: dict[str, deque[ManyTrampoline]] = {}

    def __init__(self, name: str) -> None:
        self.name, self.function = name, None
        self.native = _native(f"callback {name}", self._serve)
        self.address = _gathering(_CALLBACKS[name], self.native)

    def _serve(self, waiting: np.ndarray) -> None:
        function: Any = self.function
        if function is None:
            raise FulcrumError(
                f"the callback {self.name} was given for the length of a `with` block, "
                "which has ended"
            )
        requests = np.ascontiguousarray(waiting["request"])
        integers = Arguments(requests)
        sims = Simulations(waiting)
        if self.name in ("passive", "control"):
            function(sims)
        elif self.name == "sensor":
            for part in _same(waiting, integers.integers(0)):
                some = Simulations(part)
                own = Arguments(np.ascontiguousarray(part["request"]))
                function(some, own.i[0])
                some._write_back()
            return
        else:
            two = (integers.integers(1),) if self.name == "contactfilter" else ()
            given = function(sims, integers.integers(0), *two)
            result = np.ascontiguousarray(np.broadcast_to(np.asarray(given, float), (sims.n,)))
            distribute(result, requests, c.FcArguments.result.offset, False)
        sims._write_back()

    @classmethod
    @contextlib.contextmanager
    def taken(cls, name: str, function: Callable[..., Any]) -> Iterator[ManyTrampoline]:
        free = cls._free.setdefault(name, deque())
        own = free.popleft() if free else cls(name)
        own.function = function  # type: ignore[assignment]
        try:
            yield own
        finally:
            own.function = None
            free.append(own)


def callback_table_of_many(
    functions: dict[str, Callable[..., Any] | None], stack: contextlib.ExitStack
) -> c.FcCallbacks:
    """The callbacks of C for these functions, as long as `stack` lasts."""
    table = c.FcCallbacks(size=ctypes.sizeof(c.FcCallbacks))
    for name, function in functions.items():
        if name not in _CALLBACKS:
            raise FulcrumError(
                f'there is no callback "{name}"{nearest(name, list(_CALLBACKS))} '
                f"(known are: {', '.join(_CALLBACKS)})"
            )
        if function is None:
            continue
        if not callable(function):
            raise TypeError(
                f"the callback {name} must be a function or None, not {type(function).__name__}"
            )
        trampoline = stack.enter_context(ManyTrampoline.taken(name, function))
        setattr(table, name, trampoline.address)
    return table
