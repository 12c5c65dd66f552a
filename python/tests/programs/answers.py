# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of the package mujoco whose answers are written down. Knows nothing of Fulcrum.

``call = Caller()`` stands in for the package: ``call.mju_add3(result, a, b)`` makes that call and
notes what it returned or raised, what it printed to the standard output of the process, all arrays
after it, and each field of a struct that it changed. The first call of a function comes after
wrong ones: an argument too few, each argument None or a word, each array with one element more.
"""

import contextlib
import inspect
import os
import pickle
import re
import sys
import tempfile

import mujoco
import numpy as np

# what differs from run to run: addresses, times, memory, numbers of a sort of their own
UNSTEADY = {"timer", "signature", "threadpool", "narena", "nbuffer", "bvh_active"}
# of a scene: what drawing fills, and coordinates of flexes without texture
UNSTEADY |= {"geomorder", "flextexcoord"}
UNSTEADY |= {"maxuse_stack", "maxuse_threadstack", "maxuse_arena", "parena", "pbase", "pstack"}
# what lies in the arena, and its sizes, which show whatever the memory holds until a stage has
# filled them; `rows` writes down those that are filled
ARENA = re.compile(
    r"efc_(AR|J)|iefc_|i(LD|M(_|$)|LDiagInv|acc|frc)|map_|\w+_island$|tendon_efcadr|island_|n[ef]$|"
    "n(J|idof|island)$"
)

# functions to which the extension modules hand a null pointer, of which the reference dies
FATAL_NONE = {"mj_jacSubtreeCom", "mj_setLengthRange", "mj_defaultLROpt"}


def plain(value):
    """A copy of a value in lists, dictionaries, numbers, texts and arrays."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, np.generic):
        return value.item()
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return value
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(part) for part in value]
    if type(value).__name__.endswith("Vec"):
        return [plain(part) for part in value]
    if type(value).__module__.startswith("mujoco"):
        return fields(value) or type(value).__name__
    return type(value).__name__


def fields(struct):
    """The values of all fields of a struct of mujoco."""
    found = {}
    kind = type(struct)
    for name in dir(kind):
        if name.startswith("_") or name in UNSTEADY or ARENA.match(name):
            continue
        if inspect.isroutine(getattr(kind, name)):
            continue
        if isinstance(getattr(kind, name), type):
            continue
        value = getattr(struct, name)
        if kind is mujoco.MjvScene and name in ("geoms", "lights", "geomorder"):
            value = value[: struct.nlight if name == "lights" else struct.ngeom]
        if callable(value) or type(value).__name__ in ("MjModel", "PyCapsule"):
            continue
        found[name] = plain(value)
    return found


def is_struct(value):
    kind = type(value)
    return kind.__name__.startswith("Mj") and kind.__module__.startswith("mujoco")


def same(a, b):
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        if a.dtype.kind != "f" or a.shape != b.shape:
            return np.array_equal(a, b)
        # less is rounding, of which each engine has its own
        return np.allclose(a, b, rtol=1e-9, atol=1e-9, equal_nan=True)
    if isinstance(a, (list, dict)):
        parts = range(len(a)) if isinstance(a, list) else a
        return len(a) == len(b) and all(same(a[i], b[i]) for i in parts)
    return a == b or (a != a and b != b)


def error_of(function, *arguments, **named):
    """Class and text of what a call raises, without addresses; None when it raises nothing."""
    try:
        function(*arguments, **named)
    except Exception as error:
        # the words of errors of the library are its own; those of the extension modules are not
        own = isinstance(error, (TypeError, IndexError, KeyError, AttributeError))
        text = re.sub(r"0x[0-9a-f]+", "0x", str(error)).split("\nInvoked")[0] if own else ""
        return [type(error).__name__, text, bool(str(error))]
    return None


@contextlib.contextmanager
def printed(into):
    """What the process writes to its standard output meanwhile."""
    sys.stdout.flush()
    with tempfile.TemporaryFile() as file:
        old = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            yield
        finally:
            mujoco_flush()
            os.dup2(old, 1)
            os.close(old)
            file.seek(0)
            into.append(file.read().decode())


def mujoco_flush():
    import ctypes

    ctypes.CDLL(None).fflush(None)


class Caller:
    def __init__(self):
        self.answers = {}
        self.called = set()

    def note(self, name, value):
        assert name not in self.answers, name
        self.answers[name] = plain(value)

    def __getattr__(self, name):
        return lambda *arguments, **named: self._call(name, arguments, named)

    def _call(self, name, arguments, named):
        function = getattr(mujoco, name)
        if name not in self.called and hasattr(mujoco._functions, name):
            with printed([]):
                self.note(f"{name} called wrongly", wrong_calls(function, arguments))
        self.called.add(name)
        structs = {i: a for i, a in enumerate(arguments) if is_struct(a)}
        before = {i: fields(a) for i, a in structs.items()}
        output, result, error = [], None, None
        with printed(output):
            try:
                result = function(*arguments, **named)
            except Exception as raised:
                error = [type(raised).__name__, bool(str(raised))]
        # warnings are in words of the library
        said = "WARNING" if "WARNING" in output[0] else output[0]
        answer = {"error": error, "printed": said, "result": plain(result)}
        for i, argument in enumerate(arguments):
            if isinstance(argument, (np.ndarray, list)):
                answer[f"argument {i}"] = plain(argument)
            elif i in structs:
                after = fields(argument)
                answer[f"argument {i}"] = {
                    key: value
                    for key, value in after.items()
                    if not same(value, before[i].get(key))
                }
        number = sum(key.startswith(name + " ") for key in self.answers)
        self.note(f"{name} {number}", answer)
        return result

    def write(self, file):
        with open(file, "wb") as stream:
            pickle.dump({"answers": self.answers, "called": sorted(self.called)}, stream)


def wrong_calls(function, arguments):
    """What a function says to arguments that do not fit, none of which it may follow."""
    found = {"too few": error_of(function, *arguments[:-1]) if arguments else None}
    found["too many"] = error_of(function, *arguments, 1, 2, 3, 4, 5)
    for i, argument in enumerate(arguments):
        wrong = {"a word": "word" if not isinstance(argument, str) else 1.5}
        if is_struct(argument) and function.__name__ not in FATAL_NONE:
            wrong["None"] = None
        if isinstance(argument, np.ndarray):
            if function.__name__ not in FATAL_NONE:
                wrong["None"] = None
            wrong["longer"] = np.zeros((argument.shape[0] + 1, *argument.shape[1:]), argument.dtype)
            wrong["other numbers"] = argument.astype(np.int8)
            locked = argument.copy()
            locked.flags.writeable = False
            wrong["not writable"] = locked
        for what, value in wrong.items():
            copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
            copies[i] = value
            found[f"argument {i} {what}"] = error_of(function, *copies)
    return found


def public_functions():
    """Every function of the package that is one of the C library."""
    prefixes = ("mj_", "mju_", "mjd_", "mjv_", "mjr_", "mjui_", "mjs_", "get_mj", "set_mj")
    return sorted(
        name
        for name in dir(mujoco)
        if name.startswith(prefixes) and callable(getattr(mujoco, name))
    )
