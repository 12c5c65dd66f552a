# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What the parts of Batch share: how it is made, its state and outputs, how a call is made."""

from __future__ import annotations

import ctypes
import operator
import os
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from . import _structures as c
from . import many
from ._batch_arguments import Selection, refuse_global_callbacks
from ._batch_engine import Engine
from ._batch_fields import (
    DATA_FIELDS,
    MODEL_FIELDS,
    STATE_BITS,
    data_shape,
    data_type,
    refuse_data,
    why_not_data,
)
from ._host import Kind, address, call, engine_object, text
from ._views import array_at
from .interpreted import cause_of, forget_exception

_NWARNING = c.mjData.warning.size // ctypes.sizeof(c.mjWarningStat)


class SimulationError(RuntimeError):
    """Simulations of a call have failed; those kept the state from before it.

    `ids` are their indices. Batch.error(i) has the message of each of them.
    """

    def __init__(self, ids: np.ndarray, message: str, ncall: int | None = None) -> None:
        self.ids = np.asarray(ids)
        #: What Batch.receive had taken, those that did not fail included; otherwise None.
        self.received: np.ndarray | None = None
        self._arguments = (self.ids, message, ncall)
        first = ", ".join(str(sim) for sim in self.ids[:5]) + (", ..." if len(self.ids) > 5 else "")
        of = "" if ncall is None else f" of {ncall}"
        one = len(self.ids) == 1 and ncall in (None, 1)
        where = f"; simulation {self.ids[0]}: " if len(self.ids) else ": "
        super().__init__(
            f"{len(self.ids)}{of} simulation{'' if one else 's'} failed ({first}){where}{message}"
        )

    def __reduce__(self) -> Any:
        return type(self), self._arguments, {"received": self.received}


# it is known, and pickled, by the place where it is public
SimulationError.__module__ = "fulcrum.batch"


class Core:
    """The part of a Batch that the others stand on."""

    def __init__(
        self,
        model: Any,
        nsim: int,
        nthread: int = 0,
        persistent: bool = False,
        *,
        cpu_ids: Sequence[int] | None = None,
        progress: Callable[[int, int], Any] | None = None,
        gather: int | None = None,
    ) -> None:
        model = engine_object(model, "MjModel")
        at = address(model, "MjModel")
        nsim, nthread = operator.index(nsim), operator.index(nthread)
        if nsim <= 0:
            raise ValueError(f"a batch has at least one simulation, not {nsim}")
        cpu_ids = None if cpu_ids is None else [operator.index(cpu) for cpu in cpu_ids]
        if cpu_ids == []:
            raise ValueError("cpu_ids must name at least one processor; None leaves the choice")
        self._engine = Engine(at, nsim, nthread, bool(persistent), cpu_ids)
        self._model, self._nsim = model, nsim
        self._config = (nthread, bool(persistent), cpu_ids)
        self._m = c.mjModel.from_address(call.mjb_model(self._engine.address))
        self._outputs: dict[str, np.ndarray] = {}
        self._views: dict[str, np.ndarray] = {}
        self._expanded: dict[str, np.ndarray] = {}
        self._models: Any = None
        self._parameters: dict[tuple[str, str], np.ndarray] = {}
        self._bindings: dict[Kind, list[tuple[str, ...]]] = {}
        self._calling = False
        self._gather = 0
        self._compiled: str | None = None
        self.progress = progress
        if gather is None:
            gather = many.WIDTH if many.registered else 0
        if gather:
            self.gather = gather

    def __repr__(self) -> str:
        persistent = ", persistent" if self.persistent else ""
        return f"<Batch of {self.nsim} simulations, {self.nthread} threads{persistent}>"

    # ---------------------------------------------------------------- what it is

    @property
    def model(self) -> Any:
        """The model that the batch was made from. The batch has a copy."""
        return self._model

    @property
    def nsim(self) -> int:
        """Number of simulations."""
        return self._nsim

    @property
    def nthread(self) -> int:
        """Number of threads, never more than simulations."""
        return int(call.mjb_nthread(self._engine.address))

    @property
    def persistent(self) -> bool:
        """Whether every simulation has an mjData of its own."""
        return self._config[1]

    @property
    def nstate(self) -> int:
        """Numbers per row of `state`."""
        return int(call.mjb_nstate(self._engine.address))

    @property
    def nbytes(self) -> int:
        """Bytes that the batch has allocated for its simulations. Fulcrum only."""
        return int(call.fc_batchBytes(self._engine.address))

    @property
    def processors(self) -> list[int]:
        """The processor that each thread stays on, -1 for those that may move. Fulcrum only."""
        at = self._engine.address
        return [int(call.fc_batchProcessor(at, i)) for i in range(self.nthread)]

    @property
    def progress(self) -> Callable[[int, int], Any] | None:
        """What is called during long calls; see the class. Fulcrum only."""
        return self._engine.watch.function

    @progress.setter
    def progress(self, function: Callable[[int, int], Any] | None) -> None:
        if function is not None and not callable(function):
            raise TypeError(f"progress must be a function or None, not {type(function).__name__}")
        self._engine.watch.function = function

    @property
    def gather(self) -> int:
        """How many simulations each thread keeps waiting for functions that serve many at once.

        0: none, so that such functions are called for one at a time. A waiting simulation has an
        mjData of its own.
        """
        return self._gather

    @gather.setter
    def gather(self, width: int) -> None:
        width = operator.index(width)
        self._engine.checked("fc_batchGather", width)
        self._gather = width

    @property
    def compiled(self) -> str | None:
        """The file that `fulcrum build` made for the model, with which the batch steps; or None.

        Setting it to a path makes steps and rollouts use that code. Fulcrum only.
        """
        return self._compiled

    @compiled.setter
    def compiled(self, path: str | os.PathLike[str] | None) -> None:
        own = None if path is None else os.path.abspath(os.fspath(path))
        self._engine.checked("fc_batchCompiled", None if own is None else text(own, "a path"))
        self._compiled = own

    @property
    def general(self) -> str | None:
        """Why the last call ran in the general code; None: it ran in compiled code. Fulcrum only."""
        reason = call.fc_batchGeneral(self._engine.address)
        return None if reason is None else reason.decode()

    @property
    def redone(self) -> int:
        """How many steps of simulations compiled code has left to the general code. Fulcrum only."""
        return int(call.fc_batchRedone(self._engine.address))

    # ---------------------------------------------------------------- state and outputs

    @cached_property
    def _rows(self) -> np.ndarray:
        at = self._engine.call("mjb_state")
        return array_at(at, "f8", (self.nsim, self.nstate), owner=self._engine)

    @property
    def state(self) -> np.ndarray:
        """The states, (nsim, nstate), in the order of mj_getState with mjSTATE_INTEGRATION.

        Live and writable: what is written is the state that the next call starts from. Behind that
        come the numbers of `module_state`, if there are any.
        """
        return self._rows

    @state.setter
    def state(self, value: Any) -> None:
        self._rows[...] = value

    @cached_property
    def _warning(self) -> np.ndarray:
        at = self._engine.call("mjb_warning")
        return array_at(at, "i4", (self.nsim, _NWARNING, 2), owner=self._engine)

    @property
    def warning(self) -> np.ndarray:
        """Warnings, (nsim, mjNWARNING, 2): what the last one was about, and how many there were.

        Live and writable; they belong to the state of a simulation.
        """
        return self._warning

    @warning.setter
    def warning(self, value: Any) -> None:
        self._warning[...] = value

    @cached_property
    def _status(self) -> np.ndarray:
        at = call.mjb_status(self._engine.address)
        return array_at(at, "i4", (self.nsim,), writable=False, owner=self._engine)

    @property
    def status(self) -> np.ndarray:
        """Outcome of each simulation's last call, (nsim,), live.

        0: done, 1: it failed, 2: the call was cancelled before it was done.
        """
        return self._status

    def error(self, sim: int) -> str:
        """Message of the failure in the last call of a simulation, "" if it did not fail."""
        return self._engine.error(self._sim(sim))

    def bind(self, name: str, *, writable: bool = False) -> np.ndarray:
        """A field of mjData in all simulations, (nsim, ...), live. `name` is in DATA_FIELDS.

        Fields of the state are views of the rows of `state`, writable and of type float64. The
        others are outputs: every call fills them, beginning with the next one, and they are
        read-only. With `writable` (Fulcrum only) outputs are returned as arrays that may be written
        to, because consumers of DLPack refuse others; what is written is lost in the next call.
        """
        if name not in DATA_FIELDS:
            refuse_data(name)
        values = self._bound_rows(name)
        if name in STATE_BITS:
            return values.reshape(self.nsim, *data_shape(name, self._m))
        if writable:
            return self._outputs[name].reshape(self.nsim, *data_shape(name, self._m))
        if name not in self._views:
            self._views[name] = values.reshape(self.nsim, *data_shape(name, self._m))
        return self._views[name]

    def _bound_rows(self, name: str) -> np.ndarray:
        """A field as (nsim, size): writable if it is part of the state."""
        if name in STATE_BITS:
            rows, size = self._rows, ctypes.c_int()
            bit = STATE_BITS[name]
            at = self._engine.call("mjb_stateComponent", bit, ctypes.addressof(size))
            start = (at - rows.ctypes.data) // rows.itemsize
            return rows[:, start : start + size.value]
        if name not in self._outputs:
            self._outputs[name] = self._field("mjb_output", name, data_type(name))
        values = self._outputs[name].view()
        values.flags.writeable = False
        return values

    def _field(self, function: str, name: str, dtype: np.dtype) -> np.ndarray:
        """What mjb_output, mjb_expand or mjb_expanded returns, as (nsim, size)."""
        size, element = ctypes.c_int(), ctypes.c_int()
        at = self._engine.call(
            function, text(name), ctypes.addressof(size), ctypes.addressof(element)
        )
        if not at and function != "mjb_expanded":
            raise ValueError(f"{name} is not available for every simulation of this batch")
        if not at:
            return np.empty((0, 0), dtype)
        if element.value != dtype.itemsize:
            raise ValueError(f"{name} has values of {element.value} bytes, not of {dtype.itemsize}")
        if not size.value:
            return np.empty((self.nsim, 0), dtype)
        return array_at(at, dtype.str[1:], (self.nsim, size.value), owner=self._engine)

    def __getattr__(self, name: str) -> np.ndarray:
        if name in DATA_FIELDS and "_engine" in self.__dict__:
            return self.bind(name)
        reason = "" if name.startswith("_") else f": {why_not_data(name)}"
        raise AttributeError(f'a batch has no attribute "{name}"{reason}')

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *DATA_FIELDS})

    def __setattr__(self, name: str, value: Any) -> None:
        if name in STATE_BITS:
            self.bind(name)[...] = value
        elif name in DATA_FIELDS:
            raise ValueError(
                f"{name} is computed by every call; set fields of the state (qpos, ctrl, ...) or "
                "expand fields of the model instead"
            )
        elif name in MODEL_FIELDS:
            raise AttributeError(f'a batch has no attribute "{name}": {why_not_data(name)}')
        else:
            super().__setattr__(name, value)

    # ---------------------------------------------------------------- calls

    def cancel(self) -> None:
        """End the call that is running, or the next one, as soon as possible; from any thread.

        Simulations that are not done keep their state, and the call raises SimulationError.
        Fulcrum only."""
        self._engine.cancel()

    def _run(self, function: str, selected: Selection, *arguments: Any) -> None:
        refuse_global_callbacks()
        forget_exception()
        nfail = self._engine.run(function, selected.address, len(selected), *arguments)
        if nfail:
            self._raise_failures(selected)

    def _raise_failures(self, selected: Selection) -> None:
        called = selected.indices()
        failed = called[self._status[called] != 0]
        message = self.error(int(failed[0]))
        raise SimulationError(failed, message, len(called)) from cause_of(message)

    def _sim(self, sim: int) -> int:
        sim = operator.index(sim)
        if not 0 <= sim < self.nsim:
            raise IndexError(f"there are simulations 0 to {self.nsim - 1}, not {sim}")
        return sim

    def _selected(self, ids: Any) -> Selection:
        return Selection(ids, self.nsim)
