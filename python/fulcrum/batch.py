# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Many simulations of one model, stepped together on several threads.

    batch = fulcrum.Batch(model, 1024)
    batch.ctrl = policy(batch.qpos, batch.qvel)
    batch.step(nstep=5)

Names and meanings are those of `mujoco.batch` of later versions of MuJoCo; `import mujoco.batch`
gives this module. What Fulcrum adds is said at each method.

A batch is used by one thread at a time, except cancel(). The lock of the interpreter is released
during its calls. Ctrl-C ends a call within a tenth of a second, between two simulations: those
that are not done keep their state, and KeyboardInterrupt is raised.
"""

from __future__ import annotations

import copy
import ctypes
import operator
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from . import _structures as c
from ._batch_arguments import Selection, integers, numbers, refuse_global_callbacks
from ._batch_engine import Engine
from ._batch_fields import (
    DATA_FIELDS,
    MODEL_FIELDS,
    STATE_BITS,
    data_shape,
    data_type,
    model_shape,
    model_type,
    refuse_data,
    refuse_model,
    why_not_data,
)
from ._batch_modules import Modules
from ._batch_named import Elements, places_of_data, places_of_model, shared_rows
from ._batch_pickling import Pickling
from ._batch_queries import Queries
from ._host import address, call, check, mujoco_object, text
from ._views import array_at

__all__ = ["DATA_FIELDS", "MODEL_FIELDS", "Batch", "SimulationError"]

_NWARNING = dict(c.mjData._fields_)["warning"]._length_
_USER = int(c.mjtState.mjSTATE_USER)


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


class Batch(Elements, Modules, Queries, Pickling):
    """`nsim` simulations of `model`, all of them reset; later changes of `model` do not reach them.

    `nthread` threads step them, the caller's included; 0: one for every processor that the process
    may use. `persistent`: every simulation has an mjData of its own instead of sharing that of a
    thread, which models with sleeping need, and by which all fields of get_data() are those of the
    last call.

    Beyond mujoco.batch: `cpu_ids` are the processors to run on. `progress` is called as
    progress(done, total) during long calls, at most ten times a second, with the steps that are
    done (the simulations, in calls that do not step); a true result cancels the call. It can be set
    later, too.

    Fields of mjData are attributes, (nsim, ...): `batch.xpos`, `batch.ctrl = 0`. See bind.
    """

    def __init__(
        self,
        model: Any,
        nsim: int,
        nthread: int = 0,
        persistent: bool = False,
        *,
        cpu_ids: Sequence[int] | None = None,
        progress: Callable[[int, int], Any] | None = None,
    ) -> None:
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
        self._prepare_modules()
        self.progress = progress

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

    # ---------------------------------------------------------------- running

    def step(self, ids: Any = None, nstep: int = 1, stage: int = 0) -> None:
        """`nstep` times mj_step, then the stages of mj_forward up to `stage` at the new state.

        `ids` selects simulations: sorted indices, a mask of nsim booleans, or None for all.
        `stage` is an mjtStage; by default none is computed, so that outputs describe the state
        before the last step, as after mj_step. Raises SimulationError when simulations fail; the
        others have been stepped.
        """
        selected = self._selected(ids)
        self._run("mjb_step", selected, operator.index(nstep), int(stage))

    def forward(self, ids: Any = None, stage: int = 3) -> None:
        """mj_forward up to `stage`, an mjtStage; by default all of it."""
        self._run("mjb_forward", self._selected(ids), int(stage))

    def reset(self, ids: Any = None, keyframe: Any = -1, stage: int = 3) -> None:
        """Reset to a keyframe, or one for each simulation; -1: the default state. Then mj_forward
        up to `stage`. What was written into the rows of the selected simulations is dropped."""
        selected = self._selected(ids)
        keys = integers(keyframe, "keyframe", (len(selected),), -1, int(self._m.nkey))
        self._run("mjb_reset", selected, keys.ctypes.data, int(stage))

    def rollout(
        self,
        nstep: int,
        control: Any = None,
        control_spec: int = int(c.mjtState.mjSTATE_CTRL),
        record: Sequence[str | int] = ("qpos",),
        ids: Any = None,
        out: dict[Any, np.ndarray] | None = None,
    ) -> dict[Any, np.ndarray]:
        """Advance by `nstep` steps, with a control before and records after each of them.

        `control` is broadcast to (n, nstep, size), for the n simulations of the call and the
        components `control_spec` (bits of mjtState within mjSTATE_USER); None leaves them as they
        are. `record` has names of DATA_FIELDS and bits of mjtState, which mean states in the order
        of mj_getState; the result has an array (n, nstep, ...) for each of them, in the type of
        mjData. `out` has arrays that are filled and returned in the place of new ones.

        A simulation in which a warning is counted stops after that step, and one that fails keeps
        its state; the rest of their records repeats the last one.
        """
        selected, nstep = self._selected(ids), operator.index(nstep)
        if nstep <= 0:
            raise ValueError(f"a rollout has at least one step, not {nstep}")
        n, control_at = len(selected), None
        if control is not None:
            spec = int(control_spec)
            if spec & ~_USER:
                raise ValueError(
                    f"control_spec must consist of bits of mjSTATE_USER ({_USER}), {spec} does not"
                )
            size = self._state_size(spec)
            control = numbers(control, "control", (n, nstep, size))
            control_at = control.ctypes.data
        if isinstance(record, str):
            raise TypeError(f'record is a sequence of fields and states, like ["{record}"]')
        records = {item: self._record(item, n, nstep, (out or {}).get(item)) for item in record}
        table = (c.mjBatchRecord * max(len(records), 1))(*[entry for entry, _ in records.values()])
        self._run(
            "mjb_rollout",
            selected,
            nstep,
            control_at,
            int(control_spec) if control is not None else 0,
            ctypes.addressof(table),
            len(records),
        )
        return {item: array for item, (_, array) in records.items()}

    def _state_size(self, spec: int) -> int:
        if not 0 <= spec <= int(c.mjtState.mjSTATE_INTEGRATION):
            raise ValueError(f"{spec} does not consist of bits of mjtState")
        return int(call.mj_stateSize(ctypes.addressof(self._m), spec))

    def _record(
        self, item: Any, n: int, nstep: int, given: np.ndarray | None
    ) -> tuple[c.mjBatchRecord, np.ndarray]:
        """What to record, for C, and the array that it goes to."""
        entry, dtype = c.mjBatchRecord(), np.dtype("f8")
        if item == "time":
            entry.spec, shape = STATE_BITS["time"], ()
        elif isinstance(item, str):
            if item not in DATA_FIELDS:
                refuse_data(item)
            entry.field = text(item)
            shape, dtype = data_shape(item, self._m), data_type(item)
        else:
            entry.spec = int(item)
            shape = (self._state_size(entry.spec),)
        shape = (n, nstep, *shape)
        if given is None:
            given = np.empty(shape, dtype)
        elif not (
            isinstance(given, np.ndarray)
            and (given.shape, given.dtype) == (shape, dtype)
            and given.flags.c_contiguous
            and given.flags.writeable
        ):
            raise ValueError(
                f"out[{item!r}] must be a contiguous, writable array of type {dtype} and shape "
                f"{shape}"
            )
        entry.buf = given.ctypes.data
        return entry, given

    def _run(self, function: str, selected: Selection, *arguments: Any) -> None:
        refuse_global_callbacks()
        nfail = self._engine.run(function, selected.address, len(selected), *arguments)
        if nfail:
            self._raise_failures(selected)

    def _raise_failures(self, selected: Selection) -> None:
        called = selected.indices()
        failed = called[self._status[called] != 0]
        raise SimulationError(failed, self.error(int(failed[0])), len(called))

    # ---------------------------------------------------------------- in flight, cancelling

    def send(self, ids: Any = None, nstep: int = 1, stage: int = 0) -> None:
        """Step the selected simulations without waiting for them; receive() takes them. What
        belongs to a simulation in flight (its rows of all arrays) belongs to the batch.
        Fulcrum only."""
        selected = self._selected(ids)
        refuse_global_callbacks()
        self._engine.checked(
            "fc_batchSend", selected.address, len(selected), operator.index(nstep), int(stage)
        )

    def receive(self, least: int = 1, most: int | None = None) -> np.ndarray:
        """Wait for `least` of the simulations that were sent (all of them, if there are fewer) and
        take up to `most`: their indices, in the order in which they became ready.

        SimulationError, when some have failed, has all that were taken in `received`. Fulcrum only.
        """
        most = self.nsim if most is None else operator.index(most)
        least = operator.index(least)
        if not 0 <= least <= most:
            raise ValueError(
                f"receive takes from least to most simulations, not from {least} to {most}"
            )
        taken = np.empty(max(most, 1), np.int32)
        n = self._engine.run("fc_batchReceive", taken.ctypes.data, least, most)
        taken = taken[: check(n)].copy()
        failed = taken[self._status[taken] != 0]
        if len(failed):
            error = SimulationError(failed, self.error(int(failed[0])), len(taken))
            error.received = taken
            raise error
        return taken

    @property
    def in_flight(self) -> int:
        """How many simulations were sent and not yet received. Fulcrum only."""
        return int(call.fc_batchInFlight(self._engine.address))

    def cancel(self) -> None:
        """End the call that is running, or the next one, as soon as possible; from any thread.

        Simulations that are not done keep their state, and the call raises SimulationError.
        Fulcrum only."""
        self._engine.cancel()

    @property
    def progress(self) -> Callable[[int, int], Any] | None:
        """What is called during long calls; see the class. Fulcrum only."""
        return self._engine.watch.function

    @progress.setter
    def progress(self, function: Callable[[int, int], Any] | None) -> None:
        if function is not None and not callable(function):
            raise TypeError(
                f"progress must be a function or None, not {type(function).__name__}"
            )
        self._engine.watch.function = function

    # ---------------------------------------------------------------- models

    def expand(self, name: str) -> np.ndarray:
        """Values of a field of mjModel for every simulation, (nsim, ...), live and writable.

        `name` is in MODEL_FIELDS: "body_mass", "opt.gravity". They begin with those of the model.
        Call set_const() after writing what mj_setConst reads (masses, positions, ...).
        """
        if name not in MODEL_FIELDS:
            refuse_model(name)
        if name not in self._expanded:
            rows = self._field("mjb_expand", name, model_type(name))
            self._expanded[name] = rows.reshape(self.nsim, *self._model_shape(name, rows.shape[1]))
        return self._expanded[name]

    def expanded(self, name: str) -> np.ndarray | None:
        """The values per simulation of a field of mjModel, read-only; None when all simulations
        share those of the model. Does not expand it."""
        if name not in MODEL_FIELDS:
            refuse_model(name)
        rows = self._expanded_rows(name)
        if rows is None:
            return None
        values = rows.reshape(self.nsim, *self._model_shape(name, rows.shape[1])).view()
        values.flags.writeable = False
        return values

    def _model_shape(self, name: str, size: int) -> tuple[int, ...]:
        # the engine decides how many rows of a field differ between simulations
        shape = model_shape(name, self._m)
        width = int(np.prod(shape[1:]))
        return (size // width, *shape[1:]) if shape and width else shape

    def _expanded_rows(self, name: str) -> np.ndarray | None:
        rows = self._field("mjb_expanded", name, model_type(name))
        return rows if len(rows) else None

    def _shared_rows(self, name: str) -> np.ndarray:
        """Values of a field that is not expanded: one row, or with set_models one for each."""
        given = self._models
        if given is None:
            return shared_rows(name, [ctypes.addressof(self._m)])
        each = given if isinstance(given, tuple) else (given,)
        return shared_rows(name, [address(model, "MjModel") for model in each])

    def set_const(self, ids: Any = None) -> None:
        """mj_setConst for the models of these simulations. Fields that follow from others become
        fields with values per simulation. Simulations that fail keep their constants."""
        self._run("mjb_setConst", self._selected(ids))

    def set_models(self, models: Any) -> None:
        """Let simulation i run on models[i], or all on one MjModel; None: on the batch's own again.

        They must have the sizes of the batch's model where mjData depends on them. The batch keeps
        them alive and reads them in every call. An error while fields are expanded.
        """
        if models is None:
            self._engine.call("mjb_setModels", None)
            self._models = None
            return
        try:
            each = [address(models, "MjModel")] * self.nsim
            kept = models
        except TypeError:
            if not isinstance(models, Sequence):
                raise
            kept = tuple(models)
            each = [address(model, "MjModel") for model in kept]
        if len(each) != self.nsim:
            raise ValueError(
                f"set_models needs a model for each of {self.nsim} simulations, not {len(each)}"
            )
        table = (ctypes.c_void_p * self.nsim)(*each)
        self._engine.call("mjb_setModels", ctypes.addressof(table))
        self._models = kept

    @property
    def models(self) -> Any:
        """What was given to set_models: one MjModel, a tuple of them, or None."""
        return self._models

    # ---------------------------------------------------------------- one simulation

    def get_model(self, sim: int, model: Any = None) -> Any:
        """The model of one simulation with its values, as a new MjModel or written into one that
        has the same sizes."""
        sim = self._sim(sim)
        if model is None:
            models = self._models
            source = models[sim] if isinstance(models, tuple) else models or self._mujoco_model()
            model = copy.copy(source)
        self._engine.call("mjb_getModel", sim, address(model, "MjModel"))
        return model

    def get_data(self, sim: int, data: Any = None) -> Any:
        """One simulation as a new MjData, or written into one that has the same sizes.

        Of a batch that is not persistent it has the state; mj_forward computes the rest.
        """
        sim = self._sim(sim)
        if data is None:
            import mujoco

            data = mujoco.MjData(self._mujoco_model())
            self._bind_like(sim, data)
        self._engine.call("mjb_getData", sim, address(data, "MjData"))
        return data

    def _mujoco_model(self) -> Any:
        return mujoco_object(self._model, "MjModel")

    @cached_property
    def _template(self) -> Any:
        """An MjData that knows where the named elements are."""
        import mujoco

        return mujoco.MjData(self._mujoco_model())

    @cached_property
    def _model_places(self) -> Any:
        return places_of_model(address(self._model, "MjModel"))

    @cached_property
    def _data_places(self) -> Any:
        return places_of_data(address(self._template, "MjData"), address(self._model, "MjModel"))

    def _sim(self, sim: int) -> int:
        sim = operator.index(sim)
        if not 0 <= sim < self.nsim:
            raise IndexError(f"there are simulations 0 to {self.nsim - 1}, not {sim}")
        return sim

    def _selected(self, ids: Any) -> Selection:
        return Selection(ids, self.nsim)
