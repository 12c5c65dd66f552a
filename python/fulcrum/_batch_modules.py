# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Modules, their parameters and callbacks, for all simulations of a batch or for some."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

import numpy as np

from . import _structures as c
from ._batch_core import Core
from ._host import FulcrumError, Kind, check, kind_of, last_error, text
from ._views import array_at
from .binding import CHOSEN, Parameters, callback_table, places_of_callbacks
from .inventory import ParameterInfo
from .many import WIDTH, callback_table_of_many


class BatchParameters(MutableMapping[str, np.ndarray]):
    """The parameters of one face in all simulations of a batch, by key.

    Reading gives the numbers, (nsim,) or (nsim, length), live and writable, which begin with those
    of the model; a word of a choice is its number. Assigning broadcasts and checks type and range.
    """

    def __init__(self, batch: Core, face: str) -> None:
        self._batch, self._face = batch, face
        self._of_model = Parameters(ctypes.addressof(batch._m), face)

    def info(self, key: str) -> ParameterInfo:
        """Type, unit, range and default of a parameter."""
        return self._of_model.info(key)

    def __getitem__(self, key: str) -> np.ndarray:
        self.info(key)
        known = self._batch._parameters
        if (self._face, key) not in known:
            n = ctypes.c_int()
            at = self._batch._engine.call(
                "fc_batchParameter", text(self._face), text(key), ctypes.addressof(n)
            )
            if not at:
                raise FulcrumError(last_error())
            nsim = self._batch.nsim
            shape = (nsim,) if n.value == 1 else (nsim, n.value)
            known[self._face, key] = array_at(at, "f8", shape, owner=self._batch._engine)
        return known[self._face, key]

    def __setitem__(self, key: str, value: Any) -> None:
        info, values = self.info(key), self[key]
        given = np.asarray(value)
        if given.dtype.kind in "US":
            given = np.vectorize(lambda word: self._number(info, str(word)), otypes=[float])(given)
        given = given.astype(np.float64)
        least, most = _range(info)
        wrong = given[~((given >= least) & (given <= most))]
        if wrong.size:
            raise FulcrumError(
                f'"{self._face}": {key} must be from {least:g} to {most:g}, {wrong[0]:g} is not'
            )
        if info.type in ("int", "bool", "choice", "element", "words") and (given % 1 != 0).any():
            raise FulcrumError(f'"{self._face}": {key} must be whole numbers')
        values[...] = given

    def _number(self, info: ParameterInfo, word: str) -> float:
        if word not in info.keywords:
            raise FulcrumError(
                f'"{self._face}": {info.key} must be one of {", ".join(info.keywords) or "numbers"}'
                f', "{word}" is not'
            )
        return float(info.keywords.index(word))

    def __delitem__(self, key: str) -> None:
        """Back to the default."""
        self[key][...] = self.info(key).default

    def __iter__(self) -> Iterator[str]:
        return iter(self._of_model)

    def __len__(self) -> int:
        return len(self._of_model)

    def __repr__(self) -> str:
        return f"<parameters of {self._face} in {self._batch!r}: {', '.join(self)}>"


def _range(info: ParameterInfo) -> tuple[float, float]:
    if info.type == "bool":
        return 0.0, 1.0
    if info.type == "choice":
        return 0.0, len(info.keywords) - 1.0
    return info.range or (-np.finfo(float).max, np.finfo(float).max)


class Modules(Core):
    """What the simulations of a Batch use. All of it is Fulcrum's."""

    def bind_module(self, kind: Kind | str, name: str, ids: Any = None) -> None:
        """Let the selected simulations use the implementation `name` of `kind`, as fulcrum.bind
        does for one mjData. Lasts through resets.

        Bind modules that keep state of their own before using `state`, whose rows have a place for
        it. Raises FulcrumError when the implementation is not known or cannot be bound.
        """
        kind = kind_of(kind)
        selected = self._selected(ids)
        self._engine.checked("fc_batchBind", selected.address, len(selected), kind, text(name))
        names = self._bindings.setdefault(kind, [()] * self.nsim)
        for sim in selected.indices():
            others = () if kind in CHOSEN else tuple(o for o in names[sim] if o != name)
            names[sim] = (*others, name)

    def unbind_module(self, kind: Kind | str, ids: Any = None) -> None:
        """Return to what the model says; what was added to stages, probes, ... is removed."""
        kind = kind_of(kind)
        selected = self._selected(ids)
        self._engine.checked("fc_batchUnbind", selected.address, len(selected), kind)
        for sim in selected.indices() if kind in self._bindings else ():
            self._bindings[kind][sim] = ()

    def bound_module(self, kind: Kind | str, sim: int) -> str | list[str]:
        """Name of what a simulation uses; the list of those added where a kind can have several."""
        kind = kind_of(kind)
        names = self._engine.call("fc_batchBound", self._sim(sim), kind)
        if names is None:
            check(-1)
        return names.decode() if kind in CHOSEN else names.decode().split()

    def parameters(self, face: str) -> BatchParameters:
        """The parameters of a face, with values per simulation:
        batch.parameters("hunt_crossley")["stiffness"] = numbers."""
        return BatchParameters(self, face)

    @property
    def module_state(self) -> np.ndarray:
        """State of modules that plugin_state does not hold, (nsim, size): the end of the rows.
        Live and writable."""
        size = ctypes.c_int()
        at = self._engine.call("fc_batchModuleState", ctypes.addressof(size))
        start = self.nstate if not at else (at - self.state.ctypes.data) // 8
        return self.state[:, start : start + size.value]

    @contextlib.contextmanager
    def callbacks(
        self, *, many: bool = False, **functions: Callable[..., Any] | None
    ) -> Iterator[None]:
        """Callbacks of all simulations for the length of a `with` block; their names, arguments and
        errors are those of fulcrum.callbacks. They are called on the threads of the batch, one at a
        time because of the lock of the interpreter.

        With `many` a callback is called once for the simulations that have arrived at it, with
        fulcrum.many.Simulations: control(sims), passive(sims), sensor(sims, stage); act_dyn,
        act_gain, act_bias(sims, id) and contactfilter(sims, geom1, geom2) get and return arrays
        (n,). Unless the batch gathers already (`gather`), it does so in the block.
        """
        if self._calling:
            raise RuntimeError("the batch has callbacks already: name all of them in one block")
        with contextlib.ExitStack() as stack:
            if many:
                stack.enter_context(self._called(callback_table_of_many(functions, stack)))
                if not self.gather:
                    stack.enter_context(self._gathering(WIDTH))
                yield
                return
            none = c.FcCallbacks(size=ctypes.sizeof(c.FcCallbacks))
            table = callback_table(none, functions, stack)
            for name in places_of_callbacks(functions):
                stack.enter_context(self._probed(name))
            with self._called(table):
                yield

    @contextlib.contextmanager
    def _called(self, table: c.FcCallbacks) -> Iterator[None]:
        """A table of callbacks in force."""
        self._engine.checked("fc_batchCallbacks", ctypes.addressof(table))
        self._calling = True
        try:
            yield
        finally:
            self._calling = False
            self._engine.checked("fc_batchCallbacks", None)

    @property
    def gather(self) -> int:
        """How many simulations each thread keeps waiting for functions that serve many at once.

        0: none, so that such functions are called for one at a time. A waiting simulation has an
        mjData of its own.
        """
        return self._gather

    @gather.setter
    def gather(self, width: int) -> None:
        self._gather_in(width)

    @contextlib.contextmanager
    def _gathering(self, width: int) -> Iterator[None]:
        self.gather = width
        try:
            yield
        finally:
            self.gather = 0

    @contextlib.contextmanager
    def _probed(self, name: str) -> Iterator[None]:
        """A probe in all simulations, which afterwards have those from before again."""
        before = list(self._bindings.get(Kind.PROBE, []))
        self.bind_module(Kind.PROBE, name)
        try:
            yield
        finally:
            self.unbind_module(Kind.PROBE)
            self._bind_all(Kind.PROBE, before)

    def _bind_all(self, kind: Kind, names: list[tuple[str, ...]]) -> None:
        """Bind what each simulation has, simulations with the same together."""
        for own in dict.fromkeys(names):
            ids = np.flatnonzero([other == own for other in names])
            for name in own:
                self.bind_module(kind, name, ids)
