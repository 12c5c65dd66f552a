# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""The problem that a solver gets, with the services of <fulcrum/solver.h>."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from . import _structures as c
from ._host import FulcrumError, call
from ._views import Batch, DataView, ModelView


def _stored(s: Any, start: int | None, count: int | None, n: int) -> int:
    """How many entries rows without gaps have in compressed storage."""
    if not start or not count or not n:
        return 0
    last = 4 * (n - 1)
    return (
        ctypes.c_int.from_address(start + last).value
        + ctypes.c_int.from_address(count + last).value
    )


def _M(s: Any, m: Any) -> tuple[int, ...]:
    return (_stored(s, s.M_rowadr, s.M_rownnz, s.nv),)


def _J(s: Any, m: Any) -> tuple[int, ...]:
    return (_stored(s, s.J_rowadr, s.J_rownnz, s.nefc),) if s.sparse else (s.nefc, s.nv)


def _AR(s: Any, m: Any) -> tuple[int, ...]:
    return (_stored(s, s.AR_rowadr, s.AR_rownnz, s.nefc),) if s.sparse else (s.nefc, s.nefc)


def _nv(s: Any, m: Any) -> tuple[int, ...]:
    return (s.nv,)


def _nefc(s: Any, m: Any) -> tuple[int, ...]:
    return (s.nefc,)


_SHAPES = {
    **dict.fromkeys(
        (
            "M_rownnz",
            "M_rowadr",
            "LDiagInv",
            "qfrc_smooth",
            "qacc_smooth",
            "qacc",
            "qfrc_constraint",
        ),
        _nv,
    ),
    **dict.fromkeys(("M_colind", "M", "LD"), _M),
    **dict.fromkeys(
        (
            "J_rownnz",
            "J_rowadr",
            "J_rowsuper",
            "type",
            "id",
            "aref",
            "D",
            "R",
            "frictionloss",
            "b",
            "AR_rownnz",
            "AR_rowadr",
            "jar",
            "force",
            "state",
        ),
        _nefc,
    ),
    "J_colind": _J,
    "J": _J,
    "AR_colind": _AR,
    "AR": _AR,
}


class Problem(Batch):
    """A convex problem: minimise over the accelerations a

        P(a) = 1/2 (a - qacc_smooth)' M (a - qacc_smooth) + s(J a - aref)

    Numbers: nv accelerations, nefc rows (ne bilateral, nf with friction loss), iterations,
    tolerance, scale, ... Arrays: qacc (warm start in, solution out), jar = J qacc - aref at the
    warm start, force, state, qfrc_constraint, aref, D, R, frictionloss, ... as in FcProblem of
    <fulcrum/solver.h>, without copies. J and M are stored sparse when `sparse` says so, M always:
    the methods below take both. `contact` are those of the data that rows refer to by `id`.
    """

    def __init__(self, at: int, model: ModelView, data: DataView) -> None:
        super().__init__(c.FcProblem, at, _SHAPES, model)
        self.__dict__["_data"] = data

    @property
    def contact(self) -> np.ndarray:
        """Contacts of the data (structured array): dim, mu, friction, ..."""
        return self._data.contact

    def _in(self, vector: Any, n: int, what: str) -> np.ndarray:
        array = np.ascontiguousarray(vector, np.float64)
        if array.shape != (n,):
            raise FulcrumError(f"{what} must be {n} numbers, not an array of shape {array.shape}")
        return array

    def _product(self, function: Any, vector: Any, n: int, rows: int, what: str) -> np.ndarray:
        source, result = self._in(vector, n, what), np.empty(rows)
        function(self._address, result.ctypes.data, source.ctypes.data)
        return result

    def mul_M(self, vector: Any) -> np.ndarray:  # noqa: N802
        """M vector (nv)."""
        return self._product(call.fc_problemMulM, vector, self.nv, self.nv, "vector")

    def solve_M(self, vector: Any) -> np.ndarray:  # noqa: N802
        """M^-1 vector (nv)."""
        return self._product(call.fc_problemSolveM, vector, self.nv, self.nv, "vector")

    def mul_J(self, vector: Any) -> np.ndarray:  # noqa: N802
        """J vector: from nv numbers to nefc."""
        return self._product(call.fc_problemMulJ, vector, self.nv, self.nefc, "vector")

    def mul_JT(self, vector: Any) -> np.ndarray:  # noqa: N802
        """J' vector: from nefc numbers to nv."""
        return self._product(call.fc_problemMulJT, vector, self.nefc, self.nv, "vector")

    def dense_J(self) -> np.ndarray:  # noqa: N802
        """J as a new array, nefc x nv."""
        if not self.sparse:
            return np.array(self.J)
        dense = np.zeros((self.nefc, self.nv))
        for row, (start, n) in enumerate(zip(self.J_rowadr, self.J_rownnz)):
            dense[row, self.J_colind[start : start + n]] = self.J[start : start + n]
        return dense

    def dense_M(self) -> np.ndarray:  # noqa: N802
        """M as a new array, nv x nv."""
        dense = np.zeros((self.nv, self.nv))
        for row, (start, n) in enumerate(zip(self.M_rowadr, self.M_rownnz)):
            columns = self.M_colind[start : start + n]
            dense[row, columns] = dense[columns, row] = self.M[start : start + n]
        return dense

    def update(self, jar: Any, cone_hessian: bool = False) -> float:
        """The constraint law at the residual jar (nefc): sets force, state and qfrc_constraint.

        Returns the cost s(jar). With cone_hessian contact["H"] is set, too.
        """
        array = self._in(jar, self.nefc, "jar")
        return call.fc_problemUpdate(self._address, array.ctypes.data, int(cone_hessian))

    def line_search(
        self,
        direction: Any,
        Ma: Any,
        jar: Any,
        *,  # noqa: N803
        gradient: float = 0.0,
    ) -> tuple[float, c.mjSolverStat]:
        """Step length along a direction (nv) that minimises P, 0 when there is no descent.

        Ma = M qacc and jar = J qacc - aref at the present qacc. The second result is for record().
        """
        nv, nefc = self.nv, self.nefc
        p = self._in(direction, nv, "direction")
        arrays = [
            p,
            self.mul_M(p),
            self.mul_J(p),
            self._in(Ma, nv, "Ma"),
            self._in(jar, nefc, "jar"),
        ]
        line = c.FcLine(ctypes.sizeof(c.FcLine), *[array.ctypes.data for array in arrays])
        stat = c.mjSolverStat(gradient=gradient)
        alpha = call.fc_problemLineSearch(
            self._address, ctypes.addressof(line), ctypes.addressof(stat)
        )
        return alpha, stat

    def record(self, stat: c.mjSolverStat | None = None, **values: float) -> None:
        """Count an iteration, with its statistics (improvement, gradient, ...)."""
        stat = c.mjSolverStat() if stat is None else stat
        for key, value in values.items():
            setattr(stat, key, value)
        call.fc_problemRecord(self._address, ctypes.addressof(stat))

    def dual_states(self) -> tuple[int, int]:
        """Sets state from force; how many rows changed, and how many are active."""
        active = ctypes.c_int()
        changed = call.fc_problemDualStates(self._address, ctypes.addressof(active))
        return changed, active.value

    def finish_dual(self) -> None:
        """From force: qfrc_constraint = J' force, qacc = qacc_smooth + M^-1 qfrc_constraint."""
        call.fc_problemFinishDual(self._address)
