# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Functions of Python, Jacobians and rays for all simulations of a self."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int, c_void_p
from typing import Any

import numpy as np

from ._batch_arguments import Selection, integers, numbers, refuse_global_callbacks
from ._batch_core import Core, SimulationError
from ._batch_engine import guarded
from ._host import call
from ._views import DataView, ModelView
from .interpreted import entered_by_c

_FUNCTION = CFUNCTYPE(None, c_void_p, c_void_p, c_int, c_void_p)
_NGROUP = 6  # mjNGROUP
_SHORTEST = 1e-15  # mjMINVAL, below which mj_ray accepts no direction


class Queries(Core):
    """What can be asked of the simulations of a Batch without stepping them."""

    def apply(
        self,
        function: Callable[[ModelView, DataView, int], Any],
        ids: Any = None,
        save: bool = False,
    ) -> None:
        """Call function(model, data, sim) for each of the selected simulations, with views of its
        model and of an mjData that has its state. With `save` the state that it leaves becomes that
        of the simulation, unless it raises an exception.

        Functions run on the threads of the batch, one at a time because of the lock of the
        interpreter. Views hold for the call. An exception becomes a SimulationError, of which it is
        the cause. Fulcrum only.
        """

        def with_views(m: int, d: int, sim: int) -> None:
            model = ModelView(m, writable=False)
            function(model, DataView(d, model), sim)

        self._apply(with_views, self._selected(ids), save)

    def _apply(
        self, function: Callable[[int, int, int], Any], selected: Selection, save: bool = False
    ) -> None:
        """apply() with addresses; an mju_error in the function is an exception there."""
        refuse_global_callbacks()
        failures: dict[int, BaseException] = {}

        def native(m: int, d: int, sim: int, argument: int | None) -> None:
            try:
                guarded(function, m, d, sim)
            except BaseException as error:  # raised again when the call has returned
                failures[sim] = error
                if not isinstance(error, Exception):
                    self.cancel()

        former = (self.state.copy(), self.warning.copy()) if save else None
        called = _FUNCTION(entered_by_c(native))
        nfail = self._engine.run(
            "mjb_apply",
            selected.address,
            len(selected),
            ctypes.cast(called, c_void_p),
            None,
            int(save),
        )
        if former is not None:
            for sim in failures:
                self.state[sim], self.warning[sim] = former[0][sim], former[1][sim]
        for error in failures.values():
            if not isinstance(error, Exception):
                raise error
        if failures:
            failed = sorted(failures)
            cause = failures[failed[0]]
            raise SimulationError(
                np.array(failed, np.int32), f"{type(cause).__name__}: {cause}", len(selected)
            ) from cause
        if nfail:
            self._raise_failures(selected)

    def jac(self, body: Any, point: Any, ids: Any = None) -> tuple[np.ndarray, np.ndarray]:
        """Jacobians of the translation of a point (world, m) of a body and of its rotation, as
        mj_jac: two arrays (n, 3, nv), for the n simulations of the call.

        `body` is an id or one for each simulation, `point` (3,) or (n, 3). Positions are computed
        from the state; neither the state nor bound fields change.
        """
        selected, m = self._selected(ids), self._m
        n, nv = len(selected), int(m.nv)
        bodies = integers(body, "body", (n,), 0, int(m.nbody))
        points = numbers(point, "point", (n, 3))
        translation, rotation = np.zeros((n, 3, nv)), np.zeros((n, 3, nv))
        place = {int(sim): k for k, sim in enumerate(selected.indices())}
        at = points.ctypes.data, translation.ctypes.data, rotation.ctypes.data
        row = 8 * 3 * nv

        def one(model: int, data: int, sim: int) -> None:
            k = place[sim]
            call.mj_kinematics(model, data)
            call.mj_comPos(model, data)
            call.mj_jac(
                model, data, at[1] + k * row, at[2] + k * row, at[0] + k * 24, int(bodies[k])
            )

        self._apply(one, selected)
        return translation, rotation

    def ray(
        self,
        pnt: Any,
        vec: Any,
        geomgroup: Any = None,
        flg_static: bool = True,
        bodyexclude: Any = -1,
        ids: Any = None,
        normal: bool = False,
    ) -> tuple[np.ndarray, ...]:
        """The first geom that rays hit, as mj_ray: distances and ids of geoms, (n, nray), for the n
        simulations of the call, -1 where a ray hits nothing; with `normal` also the normals of the
        surfaces, (n, nray, 3).

        Origins `pnt` and directions `vec` are broadcast to (n, nray, 3): one ray (3,), the same
        rays in all simulations (nray, 3), or different ones. `geomgroup`: the groups that count,
        six flags; None: all. `bodyexclude`: a body that does not count, or -1, broadcast to
        (n, nray). Positions are computed from the state; neither it nor bound fields change.
        """
        selected, m = self._selected(ids), self._m
        n = len(selected)
        nray = _ray_count(pnt, vec)
        origins = numbers(pnt, "pnt", (n, nray, 3))
        directions = numbers(vec, "vec", (n, nray, 3))
        excluded = integers(bodyexclude, "bodyexclude", (n, nray), -1, int(m.nbody))
        groups = _groups(geomgroup)
        short = np.linalg.norm(directions, axis=2) < _SHORTEST
        if short.any():
            failed = selected.indices()[short.any(axis=1)]
            raise SimulationError(failed, "the direction of a ray has no length", n)
        distance, geom = np.empty((n, nray)), np.empty((n, nray), np.int32)
        normals = np.zeros((n, nray, 3))
        place = {int(sim): k for k, sim in enumerate(selected.indices())}
        group_at = None if groups is None else groups.ctypes.data
        starts = origins.ctypes.data, directions.ctypes.data, geom.ctypes.data, normals.ctypes.data

        def one(model: int, data: int, sim: int) -> None:
            k = place[sim]
            call.mj_kinematics(model, data)
            if m.nflex:
                call.mj_comPos(model, data)
                call.mj_flex(model, data)
            for i in range(nray):
                j = k * nray + i
                distance[k, i] = call.mj_ray(
                    model,
                    data,
                    starts[0] + 24 * j,
                    starts[1] + 24 * j,
                    group_at,
                    int(flg_static),
                    int(excluded[k, i]),
                    starts[2] + 4 * j,
                    starts[3] + 24 * j if normal else None,
                )

        self._apply(one, selected)
        return (distance, geom, normals) if normal else (distance, geom)


def _ray_count(pnt: Any, vec: Any) -> int:
    shapes = [np.shape(pnt), np.shape(vec)]
    for name, shape in zip(("pnt", "vec"), shapes, strict=True):
        if not shape or shape[-1] != 3 or len(shape) > 3:
            raise ValueError(
                f"{name} must have the shape (3,), (nray, 3) or (n, nray, 3), not {shape}"
            )
    counts = {shape[-2] if len(shape) > 1 else 1 for shape in shapes}
    if len(counts - {1}) > 1:
        raise ValueError(f"pnt and vec have different numbers of rays: {sorted(counts)}")
    return next(iter(counts - {1}), 1)


def _groups(geomgroup: Any) -> np.ndarray | None:
    if geomgroup is None:
        return None
    given = np.asarray(geomgroup)
    if given.shape != (_NGROUP,):
        raise ValueError(f"geomgroup must have {_NGROUP} flags, not the shape {given.shape}")
    return np.ascontiguousarray(given != 0, np.uint8)
