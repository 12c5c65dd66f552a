# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Modules written in Python: how a class becomes a module of the engine.

A class describes one face. register() fills the tables of <fulcrum/*.h> for it, with functions of C
that call its methods, and hands them to the engine, which treats them like those of any module.

What a call costs is dominated by the way into Python (python/tests/test_speed.py measures it): some
microseconds, and the interpreter's lock, which threads that step share. It is meant for trying
something out; export() writes the frame of the same module in C.

Lifetime: an implementation that was bound may be called as long as the process lives, so registered
classes and the functions made for them are never given up. A class of the same name registered
again replaces the former for what is bound from then on.

Errors: an exception in a method ends the step as an engine error whose text names class, method,
exception and lines; the package mujoco raises it as mujoco.FatalError. The exception itself is what
last_exception() returns and original_errors() raises. KeyboardInterrupt, SystemExit and the like,
which are not errors of the method, end the step in the same way, and then reach the main thread as
KeyboardInterrupt, unless the program ignores SIGINT.
"""

from __future__ import annotations

import contextlib
import ctypes
import inspect
import os
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np

from . import _structures as c
from ._host import MEMORY, FulcrumError, Kind, call, check, nearest, text
from ._views import DataView, ModelView, array_at
from .binding import value_of, values_of
from .names import check_names

_BIGGEST = 1.7976931348623157e308
_TEXT_MAX = 800  # bytes of a failure; the engine adds who and when, and cuts at 1023

# ---------------------------------------------------------------- parameters


class parameter:  # noqa: N801, used like a function
    """A typed, documented number of a Python module, as an attribute of its class.

        speed = fulcrum.parameter(1.0, unit="m/s", low=0, help="Speed of the air.")

    A model sets it (an attribute of the element, or <config key= value=>), or parameters(). In
    methods `self.speed` is its value now: a float, with an int as default an int, a bool, a word of
    `keywords`; with length > 1 an array of so many numbers, which cannot be written to. All numbers
    have one default and one range (low and high are legal). `element` makes it the id of a model
    element of that type ("site"), which a model names. `fixed`: decided when a model is compiled.
    """

    def __init__(
        self,
        default: Any = 0.0,
        *,
        unit: str = "",
        low: float | None = None,
        high: float | None = None,
        length: int = 1,
        keywords: tuple[str, ...] = (),
        element: str | None = None,
        fixed: bool = False,
        help: str = "",
    ) -> None:
        self.default, self.unit, self.low, self.high, self.length = default, unit, low, high, length
        self.keywords, self.element, self.fixed, self.help = tuple(keywords), element, fixed, help
        self.key, self.offset = "", 0
        if length < 1:
            raise FulcrumError(f"a parameter has at least one number, not {length}")
        if low is not None and high is not None and not low < high:
            raise FulcrumError(f"the range of a parameter must not be empty: {low} to {high}")
        if element is not None:
            name = f"mjOBJ_{element.upper()}"
            if name not in c.mjtObj.__members__:
                known = [word[6:].lower() for word in c.mjtObj.__members__]
                raise FulcrumError(f'"{element}" is no type of element{nearest(element, known)}')
            self.type, self.number = "element", -1.0
        elif self.keywords:
            if default not in self.keywords:
                raise FulcrumError(
                    f'the default "{default}" is not among {", ".join(self.keywords)}'
                )
            self.type, self.number = "choice", float(self.keywords.index(default))
        elif isinstance(default, (bool, int, float)):
            kinds = {bool: "bool", int: "int"}
            self.type, self.number = kinds.get(type(default), "real"), float(default)
            least = -_BIGGEST if low is None else low
            most = _BIGGEST if high is None else high
            if not least <= self.number <= most:
                raise FulcrumError(
                    f"the default of a parameter must be in its range, {low} to {high}; "
                    f"{default!r} is not"
                )
        else:
            raise FulcrumError(
                f"the default of a parameter is one number, not {default!r}; it holds "
                "for each of its `length` numbers"
            )

    def __set_name__(self, owner: type, name: str) -> None:
        self.key = name
        self.help = self.help or f"Parameter {name}."

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        numbers = instance._param[..., self.offset : self.offset + self.length]
        if numbers.ndim == 2:  # of many simulations
            return values_of(self.type, self.keywords, numbers)
        return value_of(self.type, self.keywords, numbers)

    def __set__(self, instance: Any, value: Any) -> None:
        raise AttributeError(
            f"{self.key} is a parameter: its value belongs to the model; set it with "
            "fulcrum.parameters(model, name)"
        )

    def _fill(self, p: c.FcParameter, kept: list[Any]) -> None:
        p.key, p.length, p.fixed = text(self.key), self.length, int(self.fixed)
        p.type = c.FcParameterType[f"FC_{self.type.upper()}"]
        setattr(p, "def", self.number)
        if self.low is not None or self.high is not None:
            p.min = -_BIGGEST if self.low is None else self.low
            p.max = _BIGGEST if self.high is None else self.high
        p.unit = text(self.unit, f"the unit of {self.key}") if self.unit else None
        p.help = text(self.help, f"the help of {self.key}") if self.help else None
        if self.element:
            p.element = c.mjtObj[f"mjOBJ_{self.element.upper()}"]
        if self.keywords:
            words = (ctypes.c_char_p * (len(self.keywords) + 1))(
                *[text(word, f"a keyword of {self.key}") for word in self.keywords], None
            )
            kept.append(words)
            p.keywords = ctypes.addressof(words)


# ---------------------------------------------------------------- interrupts

# Exceptions that are not errors (KeyboardInterrupt, SystemExit) cannot pass through C either. They
# end the step and are raised again, by the signal of Ctrl-C, when the step has returned to Python.
# The signal must not be pending before the function called by C returns: therefore the result of
# that function calls PyErr_SetInterrupt, and does nothing else, when C has read it.
_new_capsule = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", ctypes.pythonapi))
_interrupt = ctypes.cast(ctypes.pythonapi.PyErr_SetInterrupt, ctypes.c_void_p)
_entries: set[Any] = set()  # code of the functions that C calls
_former_hook: Any = None


class _Status(int):
    """A number for C with an end."""

    end: Any


def _raise_before_fatal_errors() -> None:
    """Let an interrupt that waits come in place of the FatalError of the step that it has ended:
    a constructor written in Python gives it the occasion."""
    fatal = getattr(sys.modules.get("mujoco"), "FatalError", None)
    if fatal is None or "__init__" in vars(fatal):
        return
    former = fatal.__init__

    def construct(self: Any, *arguments: Any) -> None:
        former(self, *arguments)

    fatal.__init__ = construct


def _status(number: int, error: BaseException) -> int:
    if isinstance(error, Exception):
        return number
    _raise_before_fatal_errors()
    status = _Status(number)
    status.end = _new_capsule(1, None, _interrupt)
    return status


def _caught_at_entry(unraisable: Any) -> Any:
    """An interrupt may also come where a function called by C begins, before it can catch it."""
    trace, error = unraisable.exc_traceback, unraisable.exc_value
    if trace is None or trace.tb_frame.f_code not in _entries or isinstance(error, Exception):
        return _former_hook(unraisable)
    return fail(trace.tb_frame.f_locals.get("what", "a function of Python"), error)


def entered_by_c(native: Any) -> Any:
    """A function that C calls, watched for interrupts at its first instruction."""
    global _former_hook
    if sys.unraisablehook is not _caught_at_entry:
        _former_hook, sys.unraisablehook = sys.unraisablehook, _caught_at_entry
    _entries.add(native.__code__)
    return native


# ---------------------------------------------------------------- failures

# written at once, without a lock, which a forked process might find locked for ever
_last: BaseException | None = None


def _remember(error: BaseException | None) -> None:
    global _last
    _last = error


def last_exception() -> BaseException | None:
    """The exception that a Python module or callback raised last, on any thread, or None."""
    return _last


def forget_exception() -> None:
    """Nothing was raised so far, as far as last_exception knows."""
    _remember(None)


def cause_of(message: str) -> BaseException | None:
    """The exception in Python that an error of the engine with this message began as, if any."""
    cause = _last
    return cause if cause is not None and type(cause).__name__ in message else None


class original_errors:  # noqa: N801, used like a function
    """In a `with` block, errors of the engine that began as an exception in a Python module or
    callback are raised as that exception, with its traceback, from the error of the engine."""

    def __enter__(self) -> None:
        _remember(None)

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        cause = cause_of(str(error))
        if isinstance(error, Exception) and cause is not None and cause is not error:
            raise cause from error


def _line(frame: traceback.FrameSummary) -> str:
    source = f": {frame.line}" if frame.line else ""
    return f"{os.path.basename(frame.filename)}:{frame.lineno} in {frame.name}{source}"


def _failure_text(what: str, error: BaseException) -> str:
    """Who failed, the exception, and as many lines as there is room for, innermost first."""
    head = f"{what}: {type(error).__name__}: {error}".encode()[: _TEXT_MAX // 2].decode(
        errors="ignore"
    )
    here = os.path.dirname(__file__)
    frames = [
        f for f in traceback.extract_tb(error.__traceback__) if os.path.dirname(f.filename) != here
    ]
    lines: list[str] = []
    for frame in reversed(frames):
        if len("\n".join([head, *lines, _line(frame)]).encode()) > _TEXT_MAX:
            break
        lines.append(f"  {_line(frame)}")
    return "\n".join([head, *lines])


def fail(what: str, error: BaseException) -> int:
    """Tell the engine what a function of C has to report; the value for it to return."""
    _remember(error)
    try:
        said = _failure_text(what, error)
    except Exception:  # an exception that cannot be printed
        said = f"{what}: {type(error).__name__}"
    call.fc_fail(b"%s", said.replace("\0", " ").encode())
    return _status(-1, error)


# ---------------------------------------------------------------- classes


class Extension:
    """What all classes of Python modules share. Derive from one of the kinds, not from this.

    `name` is what models and bind call it, with a dot in it ("lab.wind"). Attributes that are
    fulcrum.parameter(...) are its parameters.

    For each place where the engine uses the class (an mjData, or a plugin instance in it) there is
    one object of it, made without arguments when it is first called. What an object keeps in
    attributes is a cache: it does not belong to the state of the simulation, is not reset with it
    and may be made anew. State goes into `self.memory`: `memory_size` numbers (an int, or a
    function of the model) that are 0 when the data is made or reset.

    Functions are called from any thread, for different data at the same time. The views and arrays
    they receive hold for the call: what is kept longer must be a copy.
    """

    #: The extension point.
    kind: ClassVar[Kind]
    #: What users write.
    name: ClassVar[str]
    version: ClassVar[str] = "0.1.0"
    #: SPDX identifier; this one says that the author has not said.
    licence: ClassVar[str] = "NOASSERTION"
    #: "kind/name" of installed implementations that it replaces without being asked for by name.
    overrides: ClassVar[tuple[str, ...]] = ()
    #: How many numbers of memory it has per mjData: an int, or a function of the model.
    memory_size: ClassVar[int | Callable[[ModelView], int]] = 0
    #: True: methods serve many simulations in one call. They receive Simulations (sims.qpos is
    #: n x nq) in the place of model and data, and what else they receive has a row per simulation;
    #: so have `self.memory` (n, memory_size) and parameters (n,). See fulcrum.many.
    many: ClassVar[bool] = False
    #: The methods that a class of the kind must define.
    _required: ClassVar[tuple[str, ...]] = ()
    #: The methods that the engine calls.
    _methods: ClassVar[tuple[str, ...]] = ()
    #: What the engine does not offer to Python, by the name that a class may try it under.
    _not_offered: ClassVar[dict[str, str]] = {}
    # what makes the name of a face from that of the class: "gaintype/"
    _prefix: ClassVar[str] = ""

    #: Memory of this mjData (float64), of the length memory_size.
    memory: np.ndarray
    _windows: list[tuple[Any, bytes]]
    _param: np.ndarray
    _model: ModelView
    _data: DataView

    @classmethod
    def _table(cls, record: Registration) -> ctypes.Structure:
        raise FulcrumError(f"{cls.__name__} must be derived from Sensor, Actuator, Passive, ...")


def parameters_of(cls: type[Extension]) -> list[parameter]:
    """The parameters of a class, those of its bases first, in the order of their definition."""
    found: dict[str, parameter] = {}
    for base in reversed(cls.__mro__):
        for value in vars(base).values():
            if isinstance(value, parameter):
                found[value.key] = value
    return list(found.values())


# the part of an mjModel that fixes where its arrays are, and where the pointers to them are
_SIZES = c.mjModel.opt.offset
_MODEL_BUFFER = c.mjModel.buffer.offset
_DATA_BUFFER = c.mjData.buffer.offset
_OBJECTS_MAX = 4096


class Registration:
    """A registered class: the functions of C for it, and its objects by their context."""

    def __init__(self, cls: type[Extension]) -> None:
        self.cls = cls
        self.parameters = parameters_of(cls)
        self.nparam = sum(p.length for p in self.parameters)
        self.kept: list[Any] = []  # what the engine points to
        self.objects: dict[int, Extension] = {}
        offset = 0
        for p in self.parameters:
            p.offset, offset = offset, offset + p.length

    @property
    def face_name(self) -> str:
        return self.cls._prefix + self.cls.name

    def what(self, method: str) -> str:
        return f"{self.cls.__name__}.{method} of {self.face_name}"

    # ------------------------------------------------ objects

    def memory_numbers(self, m: ModelView) -> int:
        size = self.cls.memory_size
        n = int(size(m) if callable(size) else size)
        if n < 0:
            raise FulcrumError(f"memory_size is {n}")
        return n

    def object(self, at: int) -> Extension:
        """The object for a context; a new one when what it was made for is gone."""
        own = self.objects.get(at)
        if own is not None:
            # in this order: the context is alive, then so are model and data
            for window, seen in own._windows:
                if window.raw != seen:
                    break
            else:
                return own
        return self._make(at)

    def _make(self, at: int) -> Extension:
        context = c.FcContext.from_address(at)
        m = ModelView(context.m, writable=False)
        own = self.cls.__new__(self.cls)
        n = self.memory_numbers(m)
        places = [
            (at, ctypes.sizeof(context)),
            (context.m, _SIZES),
            (context.m + _MODEL_BUFFER, 8),
            (context.d + _DATA_BUFFER, 8),
        ]
        windows = [(ctypes.c_char * size).from_address(place) for place, size in places]
        own.__dict__.update(
            _windows=[(window, window.raw) for window in windows],
            _model=m,
            _data=DataView(context.d, m, writable=self.cls.kind != Kind.PROBE),
            _param=array_at(context.param, "f8", (self.nparam,), False),
            memory=array_at(context.memory, "f8", (n,)),
        )
        own.__init__()  # type: ignore[misc]
        if len(self.objects) >= _OBJECTS_MAX:  # of data that were deleted, most of them
            self.objects.clear()
        self.objects[at] = own
        return own

    # ------------------------------------------------ functions of C

    def function(
        self,
        prototype: Any,
        method: str,
        body: Callable[..., Any],
        many: Callable[..., Any] | None = None,
        key: Callable[..., Any] | None = None,
    ) -> int:
        """Address of a function that calls body(object, ...) for the object of its context.

        For a class with `many`, it calls many(object, sims, arguments) for all calls that wait and
        have the same key(arguments), if there is one.
        """
        if self.cls.many:
            from .many import function_of_many

            return function_of_many(self, prototype, method, many, key)

        def native(at: int, *arguments: Any) -> int:
            try:
                return body(self.object(at), *arguments) or 0
            except BaseException as error:  # nothing may pass through C
                return fail(what, error)

        what = self.what(method)
        return self.keep(prototype(entered_by_c(native)))

    def plain(self, prototype: Any, method: str, body: Callable[..., Any]) -> int:
        """The same for functions that have no context."""

        def native(*arguments: Any) -> int:
            try:
                return body(*arguments) or 0
            except BaseException as error:
                return fail(what, error)

        what = self.what(method)
        return self.keep(prototype(entered_by_c(native)))

    def keep(self, native: Any) -> int:
        self.kept.append(native)
        return ctypes.cast(native, ctypes.c_void_p).value or 0

    def _memory(self, m: int) -> int:
        # it has no way to fail: what is wrong is told when the object is made
        try:
            return 8 * self.memory_numbers(ModelView(m, writable=False))
        except BaseException as error:
            _remember(error)
            return _status(0, error)

    # ------------------------------------------------ the face

    def fill(self, face: c.FcFace) -> None:
        cls = self.cls
        table = cls._table(self)
        table.size = ctypes.sizeof(table)
        own = (c.FcParameter * max(1, len(self.parameters)))()
        for p, slot in zip(self.parameters, own):
            p._fill(slot, self.kept)
        self.kept += [table, own]
        face.size, face.kind, face.name = ctypes.sizeof(face), cls.kind, text(self.face_name)
        face.table = ctypes.addressof(table)
        face.parameters = ctypes.addressof(own) if self.parameters else None
        face.nparameter = len(self.parameters)
        face.parameter_size = ctypes.sizeof(c.FcParameter)
        if cls.memory_size:
            face.memory = self.keep(MEMORY(self._memory))


def words_of(value: Any, what: str) -> tuple[str, ...]:
    """An attribute that is a word or several: as a tuple."""
    words = (value,) if isinstance(value, str) else value
    if not isinstance(words, (tuple, list)) or not all(isinstance(word, str) for word in words):
        raise FulcrumError(f"{what} must be a str or a tuple of them, not {value!r}")
    return tuple(words)


def overridden(cls: type, method: str) -> bool:
    """Does a class define an optional method?"""
    return callable(getattr(cls, method, None))


# ---------------------------------------------------------------- registering

_registered: list[Any] = []  # everything the engine points to, for the life of the process
_layout: c.FcLayout | None = None


def _layout_of_mirror() -> c.FcLayout:
    """The layout of the public structs as Python sees it, which the handshake compares."""
    global _layout
    if _layout is None:
        names, places = b"", []
        for kind in (c.mjModel, c.mjOption, c.mjData, c.mjContact):
            for name in (field[0] for field in kind._fields_):
                at = getattr(kind, name)
                names += f"{kind.__name__}.{name}".encode() + b"\0"
                places += [at.offset, at.size]
        fields = (ctypes.c_uint32 * len(places))(*places)
        buffer = ctypes.create_string_buffer(names, len(names))
        _registered.append((fields, buffer))
        _layout = c.FcLayout(
            size=ctypes.sizeof(c.FcLayout),
            names=ctypes.addressof(buffer),
            fields=ctypes.addressof(fields),
            nfield=len(places) // 2,
            nname=len(names),
        )
    return _layout


def _check_class(cls: Any) -> None:
    if not (isinstance(cls, type) and issubclass(cls, Extension)):
        raise TypeError(
            f"register takes classes derived from fulcrum.Sensor, fulcrum.Passive, ..., not {cls!r}"
        )
    name = getattr(cls, "name", None)
    if (
        not isinstance(name, str)
        or "." not in name
        or not name.replace(".", "").replace("_", "").replace("-", "").isalnum()
        or name[0] == "."
        or name[-1] == "."
    ):
        raise FulcrumError(
            f'{cls.__name__}.name must be a name with a dot in it, like "lab.wind", not {name!r}'
        )
    check_names(cls)
    for method in cls._required:
        if not overridden(cls, method):
            raise FulcrumError(
                f"{cls.__name__} lacks the method {method}, which every {cls.kind} has"
            )


def _place_of(cls: type) -> str:
    try:
        file = inspect.getsourcefile(cls) or cls.__module__
    except (TypeError, OSError):
        file = cls.__module__
    return f"python:{file}:{cls.__qualname__}"


def register(*classes: Any, module: str | None = None) -> Any:
    """Make Python classes known to the engine; also a decorator of a class.

    Each becomes a module of its own that is called like the class's `name`, or all of them the
    faces of one module of the name `module`. Models compiled, and data bound, from now on can use
    them. A module that was registered before under the same name is replaced: what is bound keeps
    the former. Returns the class, or the tuple of classes. Not from inside a step.
    """
    for cls in classes:
        _check_class(cls)
    if not classes:
        raise FulcrumError("register needs at least one class")
    if module is None:
        for cls in classes:
            _register(cls.name, (cls,))
    else:
        _register(module, classes)
    return classes[0] if len(classes) == 1 else classes


_by_name: dict[tuple[int, str], Registration] = {}


def _register(name: str, classes: tuple[type[Extension], ...]) -> None:
    records = [Registration(cls) for cls in classes]
    faces = (c.FcFace * len(records))()
    for record, face in zip(records, faces):
        record.fill(face)
    first = classes[0]
    overrides = [
        text(word, f"an entry of {cls.__name__}.overrides")
        for cls in classes
        for word in words_of(cls.overrides, f"{cls.__name__}.overrides")
    ]
    words = (ctypes.c_char_p * (len(overrides) + 1))(*overrides, None)
    summary = inspect.cleandoc(first.__doc__ or "").partition("\n")[0]
    descriptor = c.FcModule(
        size=ctypes.sizeof(c.FcModule),
        abi=c.FC_ABI,
        sdk=c.FC_VERSION,
        features=8 | 1 << 8,
        nface=len(records),
        layout=ctypes.addressof(_layout_of_mirror()),
        name=text(name),
        version=text(first.version, f"{first.__name__}.version"),
        licence=text(first.licence, f"{first.__name__}.licence"),
        faces=ctypes.addressof(faces),
        summary=text(summary) if summary else None,
        overrides=ctypes.addressof(words) if overrides else None,
    )
    # kept first: should anything be interrupted now, the engine may point there already
    _registered.append((records, faces, words, descriptor))
    check(call.fc_registerModule(ctypes.addressof(descriptor), text(_place_of(first))))
    _by_name.update({(int(record.cls.kind), record.face_name): record for record in records})


def memory_of(kind: int, name: str, model: ModelView) -> int:
    """How many numbers of memory a class that was registered under a name has; 0 for others."""
    record = _by_name.get((kind, name))
    return record.memory_numbers(model) if record else 0


# ---------------------------------------------------------------- callbacks

# exceptions of callbacks, by data, until the probe of their stage reports them
_pending: dict[int, tuple[str, BaseException]] = {}
_probes: dict[str, str] = {}


class Trampoline:
    """A function of C that calls a callback: views in, exceptions kept for the probe of the stage.

    There are as many as were at work at one time, and some more: data made by copying keeps the
    callbacks of its source, so that one that has been given back may still be called. It is the
    last to be taken again.
    """

    _SPARE = 16
    _free: ClassVar[dict[str, deque[Trampoline]]] = {}

    def __init__(self, name: str, prototype: Any) -> None:
        self.name = name
        self.function: Callable[..., Any] | None = None
        self.views: dict[tuple[int, int], tuple[bytes, ModelView, DataView]] = {}

        def native(m: int, d: int, *more: int) -> Any:
            try:
                return self._call(m, d, more)
            except BaseException as error:  # an interrupt is raised anew by the probe
                _remember(error)
                _pending.setdefault(d, (what, error))
                return 0

        what = f"callback {name}"
        self._native = prototype(entered_by_c(native))
        self.address = ctypes.cast(self._native, ctypes.c_void_p).value

    @classmethod
    @contextlib.contextmanager
    def taken(cls, name: str, prototype: Any, function: Callable[..., Any]) -> Iterator[Trampoline]:
        """One that calls the function, for the length of a `with` block."""
        free = cls._free.setdefault(name, deque())
        own = free.popleft() if len(free) > cls._SPARE else cls(name, prototype)
        own.function = function
        try:
            yield own
        finally:
            own.function, own.views = None, {}
            free.append(own)

    def _call(self, m: int, d: int, more: tuple[int, ...]) -> Any:
        function, views = self.function, self.views
        if function is None:
            raise FulcrumError(
                f"this is a copy of data that had the callback {self.name} for the length of a "
                "`with` block, which has ended"
            )
        key = (
            ctypes.string_at(m, _SIZES)
            + ctypes.string_at(m + _MODEL_BUFFER, 8)
            + ctypes.string_at(d + _DATA_BUFFER, 8)
        )
        known = views.get((m, d))
        if known is None or known[0] != key:
            model = ModelView(m, writable=False)
            known = views[m, d] = key, model, DataView(d, model)
        result = function(known[1], known[2], *more)
        return 0 if result is None else result


def probe_of_callbacks(place: str) -> str:
    """Name of the probe that reports, after a stage, what failed in a callback."""
    if place not in _probes:
        from .kinds import Probe

        def observe(self: Any, model: ModelView, data: DataView) -> None:
            pending = _pending.pop(data._address, None)
            if pending:
                raise pending[1]

        name = f"fulcrum.callbacks.{place}"
        register(
            type(
                "Callbacks",
                (Probe,),
                {
                    "name": name,
                    "where": place,
                    "observe": observe,
                    "__doc__": "Reports what failed in a callback.",
                },
            )
        )
        _probes[place] = name
    return _probes[place]
