# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Many simulations of one model, stepped together on several threads.

    batch = fulcrum.Batch(model, 1024)
    batch.ctrl = policy(batch.qpos, batch.qvel)
    batch.step(nstep=5)

Names and meanings are those of `mujoco.batch` of later versions of MuJoCo; `import mujoco.batch`
gives this module. What Fulcrum adds is said at each method.

A batch is used by one thread at a time, except cancel(). The lock of the interpreter is released
during its calls. Ctrl-C ends a call within a tenth of a second, between two steps: simulations
that are not done keep their state, and KeyboardInterrupt is raised.
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _structures as c
from ._batch_arguments import integers, numbers, refuse_global_callbacks
from ._batch_core import SimulationError
from ._batch_fields import DATA_FIELDS, MODEL_FIELDS, STATE_BITS, data_shape, data_type, refuse_data
from ._batch_named import Elements
from ._batch_pickling import Pickling
from ._host import call, check, text

__all__ = ["DATA_FIELDS", "MODEL_FIELDS", "Batch", "SimulationError"]

_USER = int(c.mjtState.mjSTATE_USER)


class Batch(Elements, Pickling):
    """`nsim` simulations of `model`, all of them reset; later changes of `model` do not reach them.

    `nthread` threads step them, the caller's included; 0: one for every processor that the process
    may use. `persistent`: every simulation has an mjData of its own instead of sharing that of a
    thread, which models with sleeping need, and by which all fields of get_data() are those of the
    last call.

    Beyond mujoco.batch: `cpu_ids` are the processors to run on. `progress` is called as
    progress(done, total) during long calls, at most ten times a second, with the steps that are
    done (the simulations, in calls that do not step); a true result cancels the call. It can be set
    later, too. `gather` sets that property; by default batches gather once a class with `many`
    was registered.

    Fields of mjData are attributes, (nsim, ...): `batch.xpos`, `batch.ctrl = 0`. See bind.
    """

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

        A simulation in which a warning is counted stops after that step, and the rest of its
        records repeats the last one. One that fails keeps its state; records that it does not reach
        are those that `out` had, or 0.
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
        shape: tuple[int, ...]
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
            given = np.zeros(shape, dtype)
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
