# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What a class of a Python module may define, so that a misspelled name is not left alone.

Of what a class derived from Sensor, Passive, ... defines itself

  * public methods are those that the engine calls for the kind, and those that the code of the
    class mentions (self.point());
  * public attributes are those that the kind declares, parameters, and the author's own, unless
    one is a letter away from a declared one;
  * names with a leading underscore are free, but for those that the base class uses itself.

A plain class beside the base class (class Wind(fulcrum.Sensor, Formulas)) may have any methods.
"""

from __future__ import annotations

import inspect
from types import CodeType
from typing import Any

from ._host import FulcrumError, nearest

#: What the engine gives to every object; a class cannot define it.
_GIVEN = {
    "memory": "it is what the engine keeps, its length is memory_size",
    "id": "the engine sets it in every call",
    "object_id": "the engine sets it in every call",
}


def _is_ours(cls: type) -> bool:
    return cls.__module__.partition(".")[0] == __name__.partition(".")[0]


def _declared(cls: type) -> dict[str, Any]:
    """The names of the base classes of this package, annotations among them."""
    names: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if _is_ours(base):
            names.update(dict.fromkeys(vars(base).get("__annotations__", ())))
            names.update(vars(base))
    return names


def _is_method(value: Any) -> bool:
    return isinstance(value, (staticmethod, classmethod)) or inspect.isroutine(value)


def _mentioned(code: CodeType) -> set[str]:
    """Names of attributes and globals in the code of a function and of those inside it."""
    inner = [_mentioned(const) for const in code.co_consts if isinstance(const, CodeType)]
    return set(code.co_names).union(*inner)


def _mentioned_by(cls: type) -> set[str]:
    """What the functions of a class mention, but for a function that mentions only itself."""
    found: set[str] = set()
    for base in cls.__mro__:
        for name, value in () if _is_ours(base) else vars(base).items():
            value = getattr(value, "fget", None) or inspect.unwrap(
                getattr(value, "__func__", value)
            )
            code = getattr(value, "__code__", None)
            found |= _mentioned(code) - {name} if isinstance(code, CodeType) else set()
    return found


def _one_letter_apart(a: str, b: str) -> bool:
    """Equal but for one letter that is missing, replaced or exchanged with its neighbour, or for
    underscores and the size of letters."""
    a, b = (word.replace("_", "").lower() for word in (a, b))
    if abs(len(a) - len(b)) > 1 or min(len(a), len(b)) < 4:
        return a == b
    i = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    exchanged = a[i : i + 2] == b[i : i + 2][::-1] and a[i + 2 :] == b[i + 2 :]
    return exchanged or a[i + 1 :] == b[i + 1 :] or a[i:] == b[i + 1 :] or a[i + 1 :] == b[i:]


def _a(cls: Any) -> str:
    word = str(cls.kind)
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _check_method(cls: Any, name: str) -> None:
    if name in cls._not_offered:
        raise FulcrumError(f"{cls.__name__}.{name}: {cls._not_offered[name]}")
    known = list(cls._methods)
    raise FulcrumError(
        f"{cls.__name__}.{name} is a method that the engine does not call for {_a(cls)}"
        f"{nearest(name, known)} (it calls {', '.join(known)}), and no method of the class "
        "mentions it; a method of your own has a name that begins with an underscore"
    )


def _check_attribute(cls: Any, name: str, declared: list[str]) -> None:
    near = [word for word in declared if _one_letter_apart(name, word)]
    if near:
        raise FulcrumError(
            f'{cls.__name__}.{name} is nothing that {_a(cls)} declares; did you mean "{near[0]}"? '
            "An attribute of your own that is called so begins with an underscore"
        )


def check_names(cls: Any) -> None:
    """Raise FulcrumError for the first name of the class that the engine would leave alone."""
    from .interpreted import Extension, parameter

    declared = _declared(cls)
    public = [name for name in declared if not name.startswith("_")]
    attributes = [name for name in public if name not in _GIVEN and name not in cls._methods]
    mentioned = _mentioned_by(cls)
    for base in cls.__mro__:
        if _is_ours(base) or not issubclass(base, Extension):
            continue
        for name, value in vars(base).items():
            if name.startswith("__") or isinstance(value, parameter):
                continue
            if name in _GIVEN and name in declared:
                raise FulcrumError(f"{cls.__name__}.{name} cannot be defined: {_GIVEN[name]}")
            if name.startswith("_"):
                if name in declared:
                    raise FulcrumError(
                        f"{cls.__name__}.{name}: fulcrum.{_owner(cls, name)} uses this name "
                        "itself; choose another one"
                    )
            elif name in cls._methods:
                _check_callable(cls, name, value)
            elif name in attributes:
                continue
            elif _is_method(value):
                if name not in mentioned:
                    _check_method(cls, name)
            else:
                _check_attribute(cls, name, public)


def _check_callable(cls: Any, name: str, value: Any) -> None:
    if value is not None and not callable(value) and not _is_method(value):  # None: without it
        raise FulcrumError(f"{cls.__name__}.{name} must be a method, not {value!r}")


def _owner(cls: Any, name: str) -> str:
    return next(base.__name__ for base in cls.__mro__ if _is_ours(base) and _has(base, name))


def _has(base: type, name: str) -> bool:
    return name in vars(base) or name in vars(base).get("__annotations__", ())
