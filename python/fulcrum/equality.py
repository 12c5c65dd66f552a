# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Equality constraints written in Python."""

from __future__ import annotations

import ctypes
from typing import Any, ClassVar

import numpy as np

from . import _host as h
from . import _structures as c
from ._host import FulcrumError, Kind, check, nearest, text
from ._views import ModelView, array_at
from .interpreted import Extension, Registration, overridden

_TYPES = {
    word: int(c.mjtObj[f"mjOBJ_{word.upper()}"])
    for word in ("body", "site", "joint", "tendon", "geom")
}


class Equality(Extension):
    """A type of equality. `name` is its element: <equality><lab.gear driven="a" driver="b"/>.

        class Gear(fulcrum.Equality):
            name = "lab.gear"
            ends = ("joint", "driven", "driver")
            ratio = fulcrum.parameter(1.0)

            def rows(self, model, data, id): ...

    rows(self, model, data, id): the residual of element `id` (m, rad: a number, or up to `size` of
    them) and its Jacobian with respect to the velocities (nv numbers per residual), or None when it
    has no rows now. A third result may estimate the diagonal of J M^-1 J', per residual;
    without it the inverse weights of the dofs do (sum of J^2 dof_invweight0).
    `model.eq_obj1id[id]` and `eq_obj2id` are its ends. Regularisation and reference come from the
    element's solref and solimp.

    check(self, model, id), optional: raise when an element makes no sense. Called when a model
    is compiled, without data; parameters are those of the element.

    Parameters are the first numbers of model.eq_data, each element has its own.
    """

    kind = Kind.CONSTRAINT
    _required = ("rows",)
    _methods = ("rows", "check")
    #: Type of its ends and the attributes that name them; one attribute: it has one end.
    ends: ClassVar[tuple[str, ...]] = ()
    #: How many rows one element has at most.
    size: ClassVar[int] = 1

    def _count(self, at: int, out: int) -> None:
        batch, rows = c.FcConstraintBatch.from_address(at), c.FcRows.from_address(out)
        rows.rows += batch.n * self.size
        rows.entries += batch.n * self.size * self._model.nv

    def _fill(self, at: int, out: int) -> None:
        batch = c.FcConstraintBatch.from_address(at)
        for id in (ctypes.c_int * batch.n).from_address(batch.id):
            # its own numbers are the parameters
            self.__dict__["_param"] = self._model.eq_data[id]
            found = self.rows(self._model, self._data, id)  # type: ignore[attr-defined]
            if found is not None:
                self._append(out, id, *found)

    def _append(
        self, out: int, id: int, residual: Any, jacobian: Any, diagonal: Any = None
    ) -> None:
        nv = self._model.nv
        r = np.ascontiguousarray(np.atleast_1d(residual), np.float64)
        J = np.atleast_2d(np.asarray(jacobian, np.float64))
        if r.ndim != 1 or len(r) > self.size or J.shape != (len(r), nv):
            raise FulcrumError(
                f"rows must give at most {self.size} residuals and a Jacobian of as many times "
                f"{nv} numbers, not arrays of shape {r.shape} and {J.shape}"
            )
        if diagonal is None:
            diagonal = J**2 @ self._model.dof_invweight0
        estimate = np.ascontiguousarray(np.broadcast_to(np.asarray(diagonal, np.float64), r.shape))
        columns = np.flatnonzero(np.any(J != 0, axis=0)).astype(np.int32)
        values = h.call.fc_rowValues(out, len(r), len(columns))
        if not values:
            check(-1)
        array_at(values, "f8", (len(r), len(columns)))[...] = J[:, columns]
        block = c.FcRowBlock(
            size=ctypes.sizeof(c.FcRowBlock),
            id=id,
            pos=r.ctypes.data,
            diagonal=estimate.ctypes.data,
        )
        check(
            h.call.fc_rowAppend(
                out, len(r), len(columns), columns.ctypes.data, ctypes.addressof(block)
            )
        )

    @classmethod
    def _check(cls, nparam: int, at: int, id: int) -> None:
        model = ModelView(at, writable=False)
        own = cls.__new__(cls)
        own.__dict__.update(_model=model, _param=model.eq_data[id, :nparam])
        own.__init__()  # type: ignore[misc]
        own.check(model, id)  # type: ignore[attr-defined]

    @classmethod
    def _table(cls, record: Registration) -> c.FcConstraint:
        if not 2 <= len(cls.ends) <= 3 or cls.ends[0] not in _TYPES:
            near = nearest(str(cls.ends[0]), list(_TYPES)) if cls.ends else ""
            raise FulcrumError(
                f"{cls.__name__}.ends must be a type ({', '.join(_TYPES)}) and the attributes that "
                f'name the ends, like ("joint", "driven", "driver"), not {cls.ends!r}{near}'
            )
        if record.nparam > c.mjNEQDATA or any(p.element for p in record.parameters):
            raise FulcrumError(
                f"the parameters of {cls.__name__} must be at most {c.mjNEQDATA} numbers, and none "
                "of them an element"
            )
        ends = c.FcEnds(type=_TYPES[cls.ends[0]], first=text(cls.ends[1]))
        if len(cls.ends) == 3:
            ends.second, ends.required = text(cls.ends[2]), 1
        record.kept.append(ends)
        t = c.FcConstraint(
            group=c.mjtConstraint.mjCNSTR_EQUALITY,
            nends=1,
            ends=ctypes.addressof(ends),
            ends_size=ctypes.sizeof(c.FcEnds),
            rows=cls.size,
            count=record.function(h.CONTEXT_2_POINTERS, "rows", Equality._count),
            fill=record.function(h.CONTEXT_2_POINTERS, "rows", Equality._fill),
        )
        if overridden(cls, "check"):
            t.check = record.plain(
                ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int),
                "check",
                lambda at, id: cls._check(record.nparam, at, id),
            )
        return t
