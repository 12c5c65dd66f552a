# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""The kinds of modules that can be written in Python: a base class for each.

The headers <fulcrum/sensor.h>, <fulcrum/actuator.h>, ... are the specification of what the methods
receive and have to do; arrays are numpy over the memory that the header names, without a copy.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

from . import _host as h
from . import _structures as c
from ._host import FulcrumError, Kind, nearest, text
from ._views import Batch, DataView, ModelView, array_at
from .interpreted import Extension, Registration, overridden, words_of
from .many import Arguments, ManyBatch, RaggedBatch, Simulations, collect, distribute, result_into
from .problem import Problem

__all__ = [
    "Actuator",
    "Bias",
    "ContactModel",
    "Dynamics",
    "Extension",
    "Gain",
    "Passive",
    "PostSolver",
    "Probe",
    "Sensor",
    "Solver",
    "Stage",
]


def _count(value: Any, least: int, what: str, also: str = "") -> int:
    """An attribute that is a whole number."""
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool) and value >= least:
        return int(value)
    raise FulcrumError(f"{what} must be an int of at least {least}{also}, not {value!r}")


def _word(value: str, table: Mapping[str, int], what: str) -> int:
    if value not in table:
        raise FulcrumError(
            f'{what} is "{value}"{nearest(str(value), list(table))} '
            f"(possible are: {', '.join(table)})"
        )
    return table[value]


# ---------------------------------------------------------------- sensor

_STAGES = {
    "position": c.mjtStage.mjSTAGE_POS,
    "velocity": c.mjtStage.mjSTAGE_VEL,
    "acceleration": c.mjtStage.mjSTAGE_ACC,
}
_DATATYPES = {
    "real": c.mjtDataType.mjDATATYPE_REAL,
    "positive": c.mjtDataType.mjDATATYPE_POSITIVE,
    "axis": c.mjtDataType.mjDATATYPE_AXIS,
    "quaternion": c.mjtDataType.mjDATATYPE_QUATERNION,
}
_NEEDS = {"subtree_velocity": c.FC_NEED_SUBTREE_VELOCITY, "body_forces": c.FC_NEED_BODY_FORCES}
_OBJECTS = {
    word: int(c.mjtObj[f"mjOBJ_{word.upper()}"])
    for word in ("body", "xbody", "geom", "site", "camera", "joint", "tendon", "actuator")
}


def _entries(kind: Any, places: np.ndarray, counts: tuple[str, ...]) -> np.ndarray:
    """Whole numbers of a struct of each simulation, (n, len(counts))."""
    columns = [collect(places, getattr(kind, name).offset, False, (), "i4") for name in counts]
    return np.stack(columns, axis=1)


def _with_ids(kind: Any, places: np.ndarray, n: str, ids: str) -> np.ndarray:
    """How many elements each simulation's struct has, and, if that is equal, which."""
    counts = _entries(kind, places, (n,))
    if (counts != counts[0]).any():
        return counts
    chosen = collect(places, getattr(kind, ids).offset, True, (int(counts[0, 0]),), "i4")
    return np.concatenate([counts, chosen], axis=1)


def _sensor_key(arguments: Arguments) -> np.ndarray:
    places = arguments.p(0)
    stages = arguments.integers(0)[:, None]
    key = _with_ids(c.FcSensorBatch, places, "n", "id")
    return np.concatenate([stages, key], axis=1)


def _actuator_key(arguments: Arguments) -> np.ndarray:
    return _with_ids(c.FcActuatorBatch, arguments.p(0), "n", "id")


def _passive_key(arguments: Arguments) -> np.ndarray:
    places = arguments.p(0)
    bodies = _with_ids(c.FcPassiveBatch, places, "nbody", "body")
    dofs = _with_ids(c.FcPassiveBatch, places, "ndof", "dof")
    return np.concatenate([bodies, dofs], axis=1)


class Sensor(Extension):
    """A type of sensor. `name` is its element: <sensor><lab.wind/></sensor>.

        class Wind(fulcrum.Sensor):
            name = "lab.wind"
            dimension = 3
            speed = fulcrum.parameter(1.0, unit="m/s", low=0)

            def compute(self, model, data, out):
                out[:] = self.speed, 0, 0

    compute(self, model, data, out): write the `dimension` numbers of one sensor into out, or return
    them. `self.id` is its id, `self.object_id` that of what it is attached to. Cutoff, noise, delay
    and history are the engine's.
    """

    kind = Kind.SENSOR
    _required = _methods = ("compute",)
    #: How many numbers it reports: an int, or a function (model, id) of the model being compiled.
    dimension: ClassVar[int | Callable[[ModelView, int], int]] = 1
    #: When it is measured: at the end of the "position", "velocity" or "acceleration" stage.
    stage: ClassVar[str] = "velocity"
    #: What it reports: "real", "positive", "axis" (three numbers) or "quaternion" (four).
    datatype: ClassVar[str] = "real"
    #: Attributes that name what it is attached to, of which a model uses one: ("site", "body").
    attach: ClassVar[str | tuple[str, ...]] = ()
    #: Whether it may be attached to nothing although `attach` is given.
    attach_optional: ClassVar[bool] = False
    #: What must have been computed: "subtree_velocity", "body_forces".
    needs: ClassVar[tuple[str, ...]] = ()

    id: int
    object_id: int

    def _measure(self, stage: int, at: int) -> None:
        batch = c.FcSensorBatch.from_address(at)
        model, data, own = self._model, self._data, self.__dict__
        ids = (ctypes.c_int * batch.n).from_address(batch.id)
        outs = (ctypes.c_void_p * batch.n).from_address(batch.out)
        dims, objects = model.sensor_dim, model.sensor_objid
        arrays = own.setdefault("_arrays", {})
        for id, out in zip(ids, outs):
            own["id"], own["object_id"] = id, int(objects[id])
            array = arrays.get((id, out, int(dims[id])))
            if array is None:
                if len(arrays) >= 1024:  # results go to a few places, not to ever new ones
                    arrays.clear()
                dim = int(dims[id])
                array = arrays[id, out, dim] = array_at(out, "f8", (dim,))
            result = self.compute(model, data, array)  # type: ignore[attr-defined]
            if result is not None:
                array[:] = result

    def _measure_many(self, sims: Simulations, arguments: Arguments) -> None:
        own, batches = self.__dict__, arguments.p(0)
        batch = c.FcSensorBatch.from_address(int(batches[0]))
        ids = (ctypes.c_int * batch.n).from_address(batch.id)
        outs = collect(batches, c.FcSensorBatch.out.offset, True, (batch.n,), "u8")
        dims, objects = sims.model.sensor_dim, sims.model.sensor_objid
        for k, id in enumerate(ids):
            own["id"], own["object_id"] = id, int(objects[id])
            places = np.ascontiguousarray(outs[:, k])
            array = np.zeros((sims.n, int(dims[id])))
            result_into(array, self.compute(sims, array))  # type: ignore[attr-defined]
            distribute(array, places, 0, False)

    @classmethod
    def _table(cls, record: Registration) -> c.FcSensor:
        t = c.FcSensor(
            stage=_word(cls.stage, _STAGES, f"{cls.__name__}.stage"),
            datatype=_word(cls.datatype, _DATATYPES, f"{cls.__name__}.datatype"),
        )
        for need in words_of(cls.needs, f"{cls.__name__}.needs"):
            t.needs |= _word(need, _NEEDS, f"{cls.__name__}.needs")
        if callable(cls.dimension):
            size = cls.dimension
            t.dimension = record.plain(
                ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int),
                "dimension",
                lambda m, id: int(size(ModelView(m, writable=False), id)),
            )
        else:
            what = f"{cls.__name__}.dimension"
            t.dim = _count(cls.dimension, 1, what, " or a function")
            needed = {"axis": 3, "quaternion": 4}.get(cls.datatype, t.dim)
            if t.dim > c.FC_SENSOR_MAX or t.dim != needed:
                least = f"{needed}, as the datatype is {cls.datatype!r}"
                most = f"at most {c.FC_SENSOR_MAX}"
                raise FulcrumError(
                    f"{what} must be {most if t.dim == needed else least}, not {t.dim}"
                )
        words = words_of(cls.attach, f"{cls.__name__}.attach")
        t.object.types = 1 << c.mjtObj.mjOBJ_UNKNOWN if not words or cls.attach_optional else 0
        if words:
            choices = (c.FcObjectChoice * (len(words) + 1))()
            for choice, word in zip(choices, words):
                choice.type = _word(word, _OBJECTS, f"{cls.__name__}.attach")
                choice.attribute = text(word)
                t.object.types |= 1 << choice.type
            t.object.naming = (
                c.FcNaming.FC_NAMED_AT_MOST_ONE if cls.attach_optional else c.FcNaming.FC_NAMED_ONE
            )
            t.object.choices = ctypes.addressof(choices)
            record.kept.append(choices)
        t.measure = record.function(
            h.CONTEXT_INT_POINTER, "compute", Sensor._measure, Sensor._measure_many, _sensor_key
        )
        return t


# ---------------------------------------------------------------- actuators

_ACTUATOR_SHAPES = {
    "id": lambda s, m: (s.n,),
    "ctrl": lambda s, m: (m.nu,),
    "act": lambda s, m: (m.na,),
    "actadr": lambda s, m: (s.n,),
    "actnum": lambda s, m: (s.n,),
    "input": lambda s, m: (m.nu,),
}


class Actuator(Extension):
    """A whole force of an actuator. `name` is its element: <actuator><lab.lag joint="elbow"/>.

    All methods serve all actuators of one instance at once: `batch.id` (their ids), `batch.ctrl`
    and `batch.input` (nu, by id), `batch.act` (na), `batch.actadr` (where those of batch.id[k]
    begin). They fill `out`, or return what belongs there:

    force(self, model, data, batch, out)       one force per entry of batch.id; N, or N m
    rates(self, model, data, batch, out)       optional: rates of the variables, laid out like
                                               data.act
    advance(self, model, data, batch, rate, out)
                                               optional, with rates: the variables one step later,
                                               laid out like data.act; out holds steps of Euler
    slope(self, model, data, batch, out)       optional: d force / d velocity, per entry
    """

    kind = Kind.ACTUATOR
    _required: ClassVar[tuple[str, ...]] = ("force",)
    _methods: ClassVar[tuple[str, ...]] = ("force", "rates", "advance", "slope")
    _value: ClassVar[str] = "force"
    #: How many activation variables it has; 0: one with `rates`, else none.
    variables: ClassVar[int] = 0

    def _call(self, method: str, at: int, out: int, size: str) -> None:
        batch = Batch(c.FcActuatorBatch, at, _ACTUATOR_SHAPES, self._model)
        array = array_at(out, "f8", (batch.n if size == "n" else self._model.na,))
        result = getattr(self, method)(self._model, self._data, batch, array)
        if result is not None:
            array[:] = result

    def _call_many(self, method: str, sims: Simulations, arguments: Arguments, size: str) -> None:
        batch = ManyBatch(c.FcActuatorBatch, arguments.p(0), _ACTUATOR_SHAPES, sims)
        places = arguments.p(1)
        shape = (batch.n if size == "n" else sims.model.na,)
        array = collect(places, 0, False, shape, "f8")
        result_into(array, getattr(self, method)(sims, batch, array))
        distribute(array, places, 0, False)

    def _advance_many(self, sims: Simulations, arguments: Arguments) -> None:
        batch = ManyBatch(c.FcActuatorBatch, arguments.p(0), _ACTUATOR_SHAPES, sims)
        places, shape = arguments.p(2), (sims.model.na,)
        rate = collect(arguments.p(1), 0, False, shape, "f8")
        array = collect(places, 0, False, shape, "f8")
        result_into(array, self.advance(sims, batch, rate, array))  # type: ignore[attr-defined]
        distribute(array, places, 0, False)

    def _advance(self, at: int, rate: int, out: int) -> None:
        batch = Batch(c.FcActuatorBatch, at, _ACTUATOR_SHAPES, self._model)
        na = self._model.na
        array = array_at(out, "f8", (na,))
        result = self.advance(  # type: ignore[attr-defined]
            self._model, self._data, batch, array_at(rate, "f8", (na,), False), array
        )
        if result is not None:
            array[:] = result

    @classmethod
    def _table(cls, record: Registration) -> c.FcActuator:
        t = c.FcActuator(nact=_count(cls.variables, 0, f"{cls.__name__}.variables"))
        members = [
            ("rates", "rates", "na"),
            ("slope", "slope", "n"),
        ] + ([("value", cls._value, "n")] if cls._value else [])
        for member, method, size in members:
            if overridden(cls, method):
                setattr(
                    t,
                    member,
                    record.function(
                        h.CONTEXT_2_POINTERS,
                        method,
                        lambda self, at, out, method=method, size=size: self._call(
                            method, at, out, size
                        ),
                        lambda self, sims, arguments, method=method, size=size: self._call_many(
                            method, sims, arguments, size
                        ),
                        _actuator_key,
                    ),
                )
        if overridden(cls, "advance"):
            t.advance = record.function(
                h.CONTEXT_3_POINTERS,
                "advance",
                Actuator._advance,
                Actuator._advance_many,
                _actuator_key,
            )
        return t


class Dynamics(Actuator):
    """An activation law, <general dyntype="lab.lag"/>: rates and advance as of Actuator.

    Its numbers are model.actuator_dynprm.
    """

    _prefix, _required, _value = "dyntype/", (), ""
    _methods = ("rates", "advance")

    @classmethod
    def _table(cls, record: Registration) -> c.FcActuator:
        if not overridden(cls, "rates"):
            raise FulcrumError(
                f"{cls.__name__} lacks the method rates, which every activation law has"
            )
        return super()._table(record)


class Gain(Actuator):
    """A gain law, <general gaintype="lab.spring"/>: gain(self, model, data, batch, out) and slope.

    The force is gain * input + bias. Its numbers are model.actuator_gainprm.
    """

    _prefix, _required, _value = "gaintype/", ("gain",), "gain"
    _methods = ("gain", "slope")


class Bias(Actuator):
    """A bias law, <general biastype="lab.spring"/>: bias(self, model, data, batch, out) and slope.

    Its numbers are model.actuator_biasprm.
    """

    _prefix, _required, _value = "biastype/", ("bias",), "bias"
    _methods = ("bias", "slope")


# ---------------------------------------------------------------- passive forces

_PASSIVE_SHAPES = {
    "qfrc": lambda s, m: (m.nv,),
    "damper": lambda s, m: (m.nv,),
    "body": lambda s, m: (s.nbody,),
    "dof": lambda s, m: (s.ndof,),
}


class Passive(Extension):
    """A force that follows from position and velocity.

    It acts where the model has an instance of it (<extension><plugin plugin="lab.wind"><instance
    name="w"/>), on all bodies or on those that name it, or where bind adds it.

    force(self, model, data, batch)         add generalised forces to batch.qfrc (nv); batch.body
                                            and batch.dof are what it acts on
    derivative(self, model, data, batch, symmetric)
                                            optional: add d force / d velocity to data.qDeriv;
                                            without it the engine takes finite differences
    active(self, model, data)               optional: False when there is nothing to do now
    """

    kind = Kind.PASSIVE
    _required = ("force",)
    _methods = ("force", "derivative", "active")
    #: Among forces of equal order the engine's come first; its own have 100, 200, 300, 400.
    order: ClassVar[int] = 500
    #: False: the force does not depend on velocity, so that it has no derivative.
    velocity_dependent: ClassVar[bool] = True

    def _batch(self, at: int) -> Batch:
        return Batch(c.FcPassiveBatch, at, _PASSIVE_SHAPES, self._model)

    def _force(self, at: int) -> None:
        failure = self.__dict__.pop("_failure", None)
        if failure is not None:
            raise failure
        self.force(self._model, self._data, self._batch(at))  # type: ignore[attr-defined]

    def _force_many(self, sims: Simulations, arguments: Arguments) -> None:
        batch = ManyBatch(c.FcPassiveBatch, arguments.p(0), _PASSIVE_SHAPES, sims)
        self.force(sims, batch)  # type: ignore[attr-defined]
        batch._write_back()

    def _derivative(self, at: int, symmetric: int) -> None:
        self.derivative(  # type: ignore[attr-defined]
            self._model, self._data, self._batch(at), bool(symmetric)
        )

    def _active(self) -> int:
        # it cannot fail: what it raises is told by the force, which is asked next
        try:
            return int(bool(self.active(self._model, self._data)))  # type: ignore[attr-defined]
        except Exception as error:
            self.__dict__["_failure"] = error
            return 1

    @classmethod
    def _table(cls, record: Registration) -> c.FcPassive:
        t = c.FcPassive(
            order=cls.order,
            array=c.FcForceArray.FC_QFRC_PASSIVE,
            flags=0 if cls.velocity_dependent else c.FC_PASSIVE_NO_VELOCITY,
        )
        t.force = record.function(
            h.CONTEXT_POINTER, "force", Passive._force, Passive._force_many, _passive_key
        )
        if overridden(cls, "derivative"):
            t.derivative = record.function(h.CONTEXT_POINTER_INT, "derivative", Passive._derivative)
        if overridden(cls, "active"):
            t.active = record.function(h.CONTEXT, "active", Passive._active)
        return t


# ---------------------------------------------------------------- contact models

_ROWS = ("pos", "margin", "diagApprox", "R", "D", "vel", "aref")
_CONTACT_SHAPES = {
    **{name: lambda s, m: (s.nefc,) for name in _ROWS},
    "KBIP": lambda s, m: (s.nefc, 4),
    "contact": lambda s, m: (s.ncon,),
    "u": lambda s, m: (s.ncon, 6),
    "weight": lambda s, m: (s.ncon, 2),
}
_STANDARD = np.array([0.02, 1.0])


class ContactModel(Extension):
    """How hard, how damped and how slippery contacts are; one is in force per mjData.

    A class says so in one of two ways, by the numbers of constraint rows or by the force itself.

    position(self, model, data, batch)  set batch.KBIP (nefc x 4), R, D and diagApprox of the rows
                                        of every contact, and batch.contact["mu"]
    velocity(self, model, data, batch)  optional: set batch.aref

    The position of this class is that of the default model, "soft"; a class may call it and change
    what it has done. `rows_of(batch, contact)` are the rows of a contact, empty when it has none.

    force(self, model, data, batch, at) set at.force (ncon x 6: N, N m, in the frame of the contact,
                                        normal first; > 0 pushes apart), or return it. at.u is the
                                        relative velocity (ncon x 6), batch.contact["dist"] minus
                                        the penetration. The first batch.contact["dim"] numbers of
                                        a contact count. at.derivative (ncon x 36, or None when
                                        nobody asks) is optional: d force / d u, dim x dim numbers
                                        by rows; without it the force is explicit, and needs small
                                        steps.

    With `force` contacts have no rows; position and velocity are then optional and compute in
    advance. Potentials, state of contacts and values of geoms are for modules in C.
    """

    kind = Kind.CONTACT_MODEL
    _methods = ("position", "velocity", "force")
    _not_offered: ClassVar[dict[str, str]] = {
        name: f"{what} for modules in C; in Python a contact model defines position and velocity, "
        "or force (fulcrum modules new contact_potential begins one in C)"
        for name, what in {
            "potential": "potentials of contacts are",
            "advance": "state of contacts is",
            "mix": "mixing rules are",
            "mixing": "mixing rules are",
        }.items()
    }

    @staticmethod
    def rows_of(batch: Batch, contact: int) -> slice:
        """The rows of a contact in the arrays of a batch."""
        first, dim = (int(batch.contact[name][contact]) for name in ("efc_address", "dim"))
        if first < 0:
            return slice(0, 0)
        n = 1 if dim == 1 else dim if batch.elliptic else 2 * (dim - 1)
        return slice(first, first + n)

    def position(self, model: ModelView, data: DataView, batch: Batch) -> None:
        """The default model (contact_models/soft): impedance, reference from solref, solimp."""
        for i in range(batch.ncon):
            rows = self.rows_of(batch, i)
            if rows.stop > rows.start:
                self._soft(batch, batch.contact[i], rows)

    @staticmethod
    def _soft(batch: Batch, con: np.void, rows: slice) -> None:
        call = h.call
        solimp, imp, gains = np.empty(5), np.empty(2), np.empty((2, 2))
        solref, given = np.empty(2), np.ascontiguousarray(con["solref"])
        at = [array.ctypes.data for array in (solimp, imp, gains, solref)]
        source = np.ascontiguousarray(con["solimp"])
        call.fc_safeImpedance(at[0], source.ctypes.data)
        call.fc_impedance(at[1], at[0], con["dist"], con["includemargin"])
        call.fc_safeReference(
            at[3],
            given.ctypes.data,
            _STANDARD.ctypes.data,
            b"contact solref",
            batch.timestep,
            batch.refsafe,
        )
        call.fc_referenceGains(at[2], at[3], solimp[1])
        gains[1] = 0, gains[0, 1]
        other = np.ascontiguousarray(con["solreffriction"])
        if batch.elliptic and other.any():
            none = np.zeros(2)
            call.fc_safeReference(
                at[3],
                other.ctypes.data,
                none.ctypes.data,
                b"contact solreffriction",
                batch.timestep,
                batch.refsafe,
            )
            if solref.any():
                own = np.empty(2)
                call.fc_referenceGains(own.ctypes.data, at[3], solimp[1])
                gains[1, 1] = own[1]
        kbip, R = batch.KBIP[rows], batch.R[rows]
        kbip[:, :2], kbip[:, 2:] = gains[0], imp
        if batch.elliptic:
            kbip[1:, :2] = gains[1]
        R[:] = np.maximum(1e-15, (1 - imp[0]) * batch.diagApprox[rows] / imp[0])
        if con["dim"] > 1:
            normal, friction = R[0], con["friction"]
            tangent = normal / max(1e-15, batch.impratio)
            con["mu"] = mu = friction[0] * np.sqrt(tangent / normal)
            if batch.elliptic:
                R[1] = tangent
                for j in range(2, con["dim"]):
                    R[j] = tangent * friction[0] * friction[0] / (friction[j - 1] * friction[j - 1])
            else:
                R[:] = 2 * mu * mu * normal
        batch.D[rows] = 1 / R
        batch.diagApprox[rows] = R * imp[0] / (1 - imp[0])

    def _call(self, method: str, at: int) -> None:
        batch = Batch(c.FcContactBatch, at, _CONTACT_SHAPES, self._model)
        getattr(self, method)(self._model, self._data, batch)

    def _call_many(self, method: str, sims: Simulations, arguments: Arguments) -> None:
        batch = RaggedBatch(c.FcContactBatch, arguments.p(0), _CONTACT_SHAPES, sims)
        if method == "position" and getattr(type(self), method) is ContactModel.position:
            for i, at in enumerate(arguments.p(0)):
                view = sims[i]
                single = Batch(c.FcContactBatch, int(at), _CONTACT_SHAPES, view.model)
                ContactModel.position(self, view.model, view, single)
            return
        getattr(self, method)(sims, batch)
        batch._write_back()

    def _force_many(self, sims: Simulations, arguments: Arguments) -> None:
        places = arguments.p(0)
        batch = RaggedBatch(c.FcContactBatch, places, _CONTACT_SHAPES, sims)
        counts = {
            int(at): int(c.FcContactBatch.from_address(int(place)).ncon)
            for place, at in zip(places, arguments.p(1))
        }
        shapes = {
            name: lambda s, m, size=size: (counts[ctypes.addressof(s)], size)
            for name, size in (("u", 6), ("force", 6), ("derivative", 36))
        }
        forces = RaggedBatch(c.FcForceBatch, arguments.p(1), shapes, sims)
        result_into(forces.force, self.force(sims, batch, forces))  # type: ignore[attr-defined]
        forces._write_back()
        batch._write_back()

    def _force(self, at: int, out: int) -> None:
        batch = Batch(c.FcContactBatch, at, _CONTACT_SHAPES, self._model)
        n = batch.ncon
        shapes = {"u": (n, 6), "force": (n, 6), "derivative": (n, 36)}
        forces = Batch(
            c.FcForceBatch,
            out,
            {name: lambda s, m, shape=shape: shape for name, shape in shapes.items()},
            self._model,
        )
        result = self.force(  # type: ignore[attr-defined]
            self._model, self._data, batch, forces
        )
        if result is not None:
            forces.force[...] = result

    @classmethod
    def _table(cls, record: Registration) -> c.FcContactModel:
        t = c.FcContactModel()
        if overridden(cls, "force"):
            t.way = c.FC_CONTACT_FORCE
            t.force = record.function(
                h.CONTEXT_2_POINTERS, "force", ContactModel._force, ContactModel._force_many
            )
        for method in ("position", "velocity"):
            # with forces there are no rows for the default model
            own = getattr(cls, method, None) is not getattr(ContactModel, method, None)
            if overridden(cls, method) and (own or not t.way):
                setattr(
                    t,
                    method,
                    record.function(
                        h.CONTEXT_POINTER,
                        method,
                        lambda self, at, method=method: self._call(method, at),
                        lambda self, sims, arguments, method=method: self._call_many(
                            method, sims, arguments
                        ),
                    ),
                )
        return t


# ---------------------------------------------------------------- solvers


class Solver(Extension):
    """A solver of constraint problems; one is in force per mjData.

    solve(self, problem): improve problem.qacc (with `dual`: problem.force) and leave qacc, force,
    state and qfrc_constraint = J' force consistent. See fulcrum.Problem.
    """

    kind = Kind.SOLVER
    _required: ClassVar[tuple[str, ...]] = ("solve",)
    _methods: ClassVar[tuple[str, ...]] = ("solve",)
    #: True: needs problem.AR and problem.b, starts from problem.force.
    dual: ClassVar[bool] = False
    #: True: may be called once per island, also from several threads at the same time.
    islands: ClassVar[bool] = False

    def _call(self, method: str, at: int) -> None:
        getattr(self, method)(Problem(at, self._model, self._data))

    @classmethod
    def _flags(cls) -> int:
        return c.FC_SOLVER_DUAL * cls.dual | c.FC_SOLVER_ISLANDS * cls.islands

    @classmethod
    def _table(cls, record: Registration) -> ctypes.Structure:
        t = c.FcSolver(flags=cls._flags())
        t.solve = record.function(
            h.CONTEXT_POINTER, "solve", lambda self, at: self._call("solve", at)
        )
        return t


class PostSolver(Solver):
    """What improves the solution of a solver: improve(self, problem).

    It runs where it was bound, or where the model has an instance of it.
    """

    kind = Kind.POST_SOLVER
    _required = _methods = ("improve",)

    @classmethod
    def _table(cls, record: Registration) -> ctypes.Structure:
        t = c.FcPostSolver(flags=c.FC_SOLVER_DUAL * cls.dual)
        t.improve = record.function(
            h.CONTEXT_POINTER, "improve", lambda self, at: self._call("improve", at)
        )
        return t


# ---------------------------------------------------------------- stages and probes


class Stage(Extension):
    """A step of the pipeline, where it is bound: run(self, model, data).

    It may change the fields of mjData that `writes` names.
    """

    kind = Kind.STAGE
    _required: ClassVar[tuple[str, ...]] = ("run",)
    _methods: ClassVar[tuple[str, ...]] = ("run",)
    _method: ClassVar[str] = "run"
    #: The step of the engine before or after which it runs, one of fulcrum.stages().
    where: ClassVar[str] = ""
    #: True: after that step; False: before it.
    after: ClassVar[bool] = False
    #: Names of the fields of mjData that it changes.
    writes: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def _place(cls) -> bytes:
        if not cls.where:
            raise FulcrumError(f"{cls.__name__}.where must name a stage, see fulcrum.stages()")
        return text(cls.where, f"{cls.__name__}.where")

    def _call(self) -> None:
        getattr(self, self._method)(self._model, self._data)

    def _call_many(self, sims: Simulations, arguments: Arguments) -> None:
        getattr(self, self._method)(sims)

    @classmethod
    def _table(cls, record: Registration) -> ctypes.Structure:
        writes = " ".join(words_of(cls.writes, f"{cls.__name__}.writes"))
        t = c.FcStage(where=cls._place(), after=int(cls.after), writes=text(writes))
        t.run = record.function(h.CONTEXT, "run", Stage._call, Stage._call_many)
        return t


class Probe(Stage):
    """An observer of a step of the pipeline, where it is bound: observe(self, model, data).

    It may change nothing but its memory: the views it receives are constant.
    """

    kind = Kind.PROBE
    _required, _methods, _method = ("observe",), ("observe",), "observe"

    @classmethod
    def _table(cls, record: Registration) -> ctypes.Structure:
        t = c.FcProbe(where=cls._place())
        t.observe = record.function(h.CONTEXT, "observe", Stage._call, Stage._call_many)
        return t
