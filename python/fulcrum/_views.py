# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Views of mjModel and mjData as modules see them: arrays of numpy over the memory of C.

Names and shapes are those of the package mujoco. Nothing is copied: an array is the memory of the
engine, so it holds as long as the mjModel or mjData does, and what is written there is written
into the simulation. Views made by view() of objects of the package mujoco keep these alive, and so
do their arrays. The views and arrays that the functions of a module receive hold for the call: what
is kept longer must be a copy. Arrays of the arena (efc_*, contact, island_*) are made at each
access, because they move and change their lengths from step to step; the others are made once per
view.
"""

from __future__ import annotations

import ctypes
import difflib
import re
from typing import Any

import numpy as np

from . import _structures as c
from ._host import FulcrumError, address, call, engine_object, text

_DTYPES = {name: np.dtype(name) for name in ("f8", "f4", "i4", "i8", "u1", "u8", "S1")}
_DTYPES["mjContact"] = np.dtype(c.mjContact)


def array_at(
    at: int | None,
    code: str,
    shape: tuple[int, ...],
    writable: bool = True,
    owner: Any = None,
) -> np.ndarray:
    """Array over memory of C, which keeps `owner` alive. NULL gives an array without elements."""
    dtype, n = _DTYPES[code], 1
    for size in shape:
        n *= size
    if not at or n <= 0:
        return np.empty((0,) + tuple(shape[1:]), dtype)
    memory: Any = (ctypes.c_char * (n * dtype.itemsize)).from_address(at)
    if owner is not None:
        memory.owner = owner
    array: np.ndarray = np.ndarray(shape, dtype, memory)
    if not writable:
        array.flags.writeable = False
    return array


def _shapes(table: dict[str, tuple[str, str]]) -> dict[str, Any]:
    """Functions of (m, d) that give the shape of each array, from the table of mirror.py."""
    shapes = {}
    for name, (rows, columns) in table.items():
        shape = f"({rows},)" if columns == "1" else f"({rows}, {columns})"
        shapes[name] = eval(f"lambda m, d: {shape}")  # of text that mirror.py wrote
    return shapes


_MODEL = _shapes(c.MODEL_ARRAYS)
_DATA = _shapes(c.DATA_ARRAYS)
_ARENA = _shapes(c.ARENA_ARRAYS)


# the sizes of a model on which the arrays of its data depend
_SIZES_OF_DATA = sorted(
    {
        size
        for shape in c.DATA_ARRAYS.values()
        for word in shape
        for size in re.findall(r"\bm\.(\w+)", word)
    }
)


def addresses(model: Any, data: Any) -> tuple[int, int]:
    """Addresses of an mjModel and an mjData, which must fit each other as far as that is known."""
    m, data = address(model, "MjModel"), engine_object(data, "MjData")
    d = address(data, "MjData")
    own = None if isinstance(data, int) else address(data.model, "MjModel")
    if own is not None and own != m:
        given, needed = c.mjModel.from_address(m), c.mjModel.from_address(own)
        for size in _SIZES_OF_DATA:
            if getattr(given, size) != getattr(needed, size):
                raise ValueError(
                    f"model and data do not belong together: {size} is {getattr(given, size)} in "
                    f"the model, {getattr(needed, size)} in that of the data"
                )
    return m, d


def _owned(struct: Any, thing: Any) -> Any:
    """The struct, which keeps alive what it belongs to (nothing is known of an address)."""
    struct.owner = None if isinstance(thing, int) else thing
    return struct


def _unknown(view: Any, name: str, known: Any) -> AttributeError:
    near = difflib.get_close_matches(name, list(known), 1)
    hint = f'; did you mean "{near[0]}"?' if near else ""
    return AttributeError(f'{type(view).__name__} has no field "{name}"{hint}')


def _value(value: Any, writable: bool) -> Any:
    """A member as Python: small arrays as numpy, structs as views, numbers as they are."""
    if isinstance(value, ctypes.Array):
        dtype = np.dtype(value._type_)
        memory: Any = value
        array: np.ndarray = np.ndarray((len(value),), dtype, memory)
        array.flags.writeable = writable
        return array
    return StructView(value, writable) if isinstance(value, ctypes.Structure) else value


class _View:
    """What all views do: fields as attributes, arrays assigned by value."""

    _struct: Any
    _writable: bool

    def __setattr__(self, name: str, value: Any) -> None:
        if not self._writable:
            raise AttributeError(f"{type(self).__name__} is constant here: {name} cannot be set")
        current = getattr(self, name)
        if isinstance(current, np.ndarray):
            current[...] = value
        elif isinstance(current, StructView):
            raise AttributeError(f"{name} is a struct: set its fields")
        else:
            setattr(self._struct, name, value)

    def __dir__(self) -> list[str]:
        return [field[0] for field in self._struct._fields_] + list(super().__dir__())


class StructView(_View):
    """A struct inside another (model.opt, model.stat, ...)."""

    def __init__(self, struct: ctypes.Structure, writable: bool) -> None:
        self.__dict__.update(_struct=struct, _writable=writable)

    def __getattr__(self, name: str) -> Any:
        try:
            return _value(getattr(self._struct, name), self._writable)
        except AttributeError:
            raise _unknown(self, name, [f[0] for f in self._struct._fields_]) from None


class ModelView(_View):
    """An mjModel: `model.nv`, `model.geom_size` (ngeom, 3), `model.opt.timestep`, ...

    In the functions of a module it is constant and holds for the call. Made by fulcrum.view(model)
    it can be written to between steps.
    """

    def __init__(self, model: Any, writable: bool = True) -> None:
        model = engine_object(model, "MjModel")
        at = address(model, "MjModel")
        self.__dict__.update(
            _address=at, _struct=_owned(c.mjModel.from_address(at), model), _writable=writable
        )

    def __getattr__(self, name: str) -> Any:
        shape = _MODEL.get(name)
        if shape:
            code = c.mjModel._targets_[name][0]
            struct = self._struct
            array = array_at(
                getattr(struct, name), code, shape(struct, None), self._writable, struct.owner
            )
            self.__dict__[name] = array
            return array
        try:
            return _value(getattr(self._struct, name), self._writable)
        except AttributeError:
            raise _unknown(self, name, [f[0] for f in c.mjModel._fields_]) from None

    def name(self, objtype: int, id: int) -> str | None:
        """Name of an element; objtype is an mjtObj. None when it has none or does not exist."""
        name = call.mj_id2name(self._address, int(objtype), int(id))
        return name.decode() if name else None

    def id(self, objtype: int, name: str) -> int:
        """Id of the element of that name. FulcrumError when there is none."""
        found = call.mj_name2id(self._address, int(objtype), text(name))
        if found < 0:
            raise FulcrumError(f'the model has no element of type {objtype!r} called "{name}"')
        return found


_SIZE_OF_TYPE: dict[int, str] = {
    c.mjtObj.mjOBJ_BODY: "nbody",
    c.mjtObj.mjOBJ_XBODY: "nbody",
    c.mjtObj.mjOBJ_GEOM: "ngeom",
    c.mjtObj.mjOBJ_SITE: "nsite",
    c.mjtObj.mjOBJ_CAMERA: "ncam",
}


class DataView(_View):
    """An mjData: `data.qpos`, `data.geom_xpos` (ngeom, 3), `data.contact[i]["dist"]`, ...

    `data.model` is the view of its model. Assigning to an array copies the numbers into it. The one
    that a function of a module receives holds for the call.
    """

    def __init__(self, data: Any, model: ModelView, writable: bool = True) -> None:
        data = engine_object(data, "MjData")
        at = address(data, "MjData")
        self.__dict__.update(
            _address=at,
            _struct=_owned(c.mjData.from_address(at), data),
            _writable=writable,
            model=model,
        )

    def __getattr__(self, name: str) -> Any:
        shape, struct = _DATA.get(name), self._struct
        if shape:
            array = array_at(
                getattr(struct, name),
                c.mjData._targets_[name][0],
                shape(self.model._struct, struct),
                self._writable,
                struct.owner,
            )
            self.__dict__[name] = array
            return array
        shape = _ARENA.get(name)
        if shape:
            return array_at(
                getattr(struct, name),
                c.mjData._targets_[name][0],
                shape(self.model._struct, struct),
                self._writable,
                struct.owner,
            )
        try:
            return _value(getattr(struct, name), self._writable)
        except AttributeError:
            raise _unknown(self, name, [f[0] for f in c.mjData._fields_]) from None

    def _object(self, objtype: int, id: int) -> tuple[int, int, int, int]:
        size = _SIZE_OF_TYPE.get(objtype)
        if size is None or not 0 <= id < getattr(self.model, size):
            raise FulcrumError(
                f"there is no body, geom, site or camera with the id {id} of type {objtype!r}"
            )
        return self.model._address, self._address, int(objtype), int(id)

    def frame(self, objtype: int, id: int) -> tuple[np.ndarray, np.ndarray]:
        """Position (3, m) and axes (3 x 3, columns) of an object in the world; not copies."""
        at = (ctypes.c_void_p * 2)()
        start = ctypes.addressof(at)
        call.fc_objectFrame(*self._object(objtype, id), start, start + 8)
        return array_at(at[0], "f8", (3,), False), array_at(at[1], "f8", (3, 3), False)

    def velocity(self, objtype: int, id: int, local: bool = True) -> np.ndarray:
        """Angular (3, rad/s) and linear (3, m/s) velocity, in the object's axes or the world's."""
        result = np.empty(6)
        call.mj_objectVelocity(*self._object(objtype, id), result.ctypes.data, int(local))
        return result

    def jacobian(self, body: int, point: Any) -> tuple[np.ndarray, np.ndarray]:
        """Jacobians (3 x nv) of the translation of a point (world, m) and the body's rotation."""
        m, d = self._object(c.mjtObj.mjOBJ_BODY, body)[:2]
        nv = self.model.nv
        translation, rotation = np.zeros((3, nv)), np.zeros((3, nv))
        at = _numbers(point, 3, "point")
        call.mj_jac(m, d, translation.ctypes.data, rotation.ctypes.data, at.ctypes.data, body)
        return translation, rotation

    def apply_wrench(
        self, body: int, force: Any, torque: Any, point: Any, qfrc: np.ndarray
    ) -> None:
        """qfrc += the generalised force of a force (N) at a point (m) and a torque (N m).

        All in world axes; force or torque may be None. qfrc: nv numbers, contiguous.
        """
        m, d = self._object(c.mjtObj.mjOBJ_BODY, body)[:2]
        if (
            qfrc.dtype != np.float64
            or qfrc.shape != (self.model.nv,)
            or not qfrc.flags.c_contiguous
        ):
            raise FulcrumError(f"qfrc must be {self.model.nv} contiguous numbers of type float64")
        force = None if force is None else _numbers(force, 3, "force")
        torque = None if torque is None else _numbers(torque, 3, "torque")
        at = _numbers(point, 3, "point")
        call.fc_applyWrench(
            m,
            d,
            None if force is None else force.ctypes.data,
            None if torque is None else torque.ctypes.data,
            at.ctypes.data,
            body,
            qfrc.ctypes.data,
        )

    def add_wrench_derivative(
        self, body: int, derivative: Any, point: Any, axes: Any = None
    ) -> None:
        """qDeriv += J' B J, for the derivative of a passive force on a body.

        derivative: B (6 x 6), of (torque, force) by (angular, linear) velocity at a point (world,
        m), in the axes that are the columns of `axes` (3 x 3; None: the world's).
        """
        m, d = self._object(c.mjtObj.mjOBJ_BODY, body)[:2]
        B, at = _numbers(np.ravel(derivative), 36, "derivative"), _numbers(point, 3, "point")
        mat = None if axes is None else _numbers(np.ravel(axes), 9, "axes")
        call.fc_addWrenchDerivative(
            m, d, B.ctypes.data, at.ctypes.data, None if mat is None else mat.ctypes.data, body
        )

    def contact_force(self, contact: int) -> np.ndarray:
        """Force (3, N) and torque (3, N m) of a contact in its frame."""
        if not 0 <= contact < self.ncon:
            raise FulcrumError(f"there is no contact {contact}; there are {self.ncon}")
        result = np.zeros(6)
        call.mj_contactForce(self.model._address, self._address, contact, result.ctypes.data)
        return result


def _numbers(values: Any, n: int, what: str) -> np.ndarray:
    array = np.ascontiguousarray(values, np.float64)
    if array.shape != (n,):
        raise FulcrumError(f"{what} must be {n} numbers, not an array of shape {array.shape}")
    return array


def view(model: Any, data: Any = None) -> Any:
    """The view of an mjModel, or with data the view of that mjData of the model.

    For objects of the package mujoco and what wraps them (simulations of dm_control, environments
    of Gymnasium), and for addresses. The view and its arrays keep the object alive; what is given
    as an address must be kept alive by the caller.
    """
    if data is not None:
        addresses(model, data)
    m = model if isinstance(model, ModelView) else ModelView(model)
    return m if data is None else DataView(data, m)


# ---------------------------------------------------------------- what a batch holds


class Batch(_View):
    """A struct that a function of a module receives, for the time of the call.

    `shapes` gives the shape of each array, as a function of (struct, m): what is behind it.
    """

    def __init__(self, kind: Any, at: int, shapes: dict[str, Any], model: ModelView) -> None:
        self.__dict__.update(
            _struct=kind.from_address(at), _address=at, _shapes=shapes, _model=model, _writable=True
        )

    def __getattr__(self, name: str) -> Any:
        struct, shape = self._struct, self._shapes.get(name)
        if shape is None:
            try:
                return _value(getattr(struct, name), True)
            except AttributeError:
                raise _unknown(self, name, [f[0] for f in struct._fields_]) from None
        at = getattr(struct, name)
        code, const = struct._targets_[name]
        array = (
            None if not at else array_at(at, code, shape(struct, self._model._struct), not const)
        )
        self.__dict__[name] = array
        return array
