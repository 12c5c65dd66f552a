# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What Fulcrum changes in the package mujoco: when one of its modules has been loaded.

No file of the other package is changed. A module that exists already is attended to at once; a
finder at the front of sys.meta_path waits for others, so that `import fulcrum` does not import
mujoco.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

_awaited: dict[str, Callable[[Any], None]] = {}
_offered: dict[str, Callable[[], ModuleType]] = {}


def when_imported(name: str, attach: Callable[[Any], None]) -> None:
    """Call `attach` with the module `name`: now if it is loaded, otherwise when it will be."""
    module = sys.modules.get(name)
    if module is not None:
        attach(module)
    else:
        _awaited[name] = attach
        _watch()


def offer(name: str, make: Callable[[], ModuleType]) -> None:
    """Let `import name` give the module that `make` returns, if there is no such module."""
    _offered[name] = make
    _watch()


def _watch() -> None:
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)  # type: ignore[arg-type]


class _Offered(importlib.abc.Loader):
    """Puts a module of ours in the place of one that is imported under another name."""

    def __init__(self, make: Callable[[], ModuleType]) -> None:
        self._make = make

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        sys.modules[module.__spec__.name] = self._make()


class _Finder:
    """Finds awaited modules as ever, and attaches to them when they have been loaded."""

    @classmethod
    def find_spec(cls, name: str, path: Sequence[str] | None, target: Any = None) -> Any:
        if name in _offered:
            own = importlib.machinery.PathFinder.find_spec(name, path, target)
            return own or importlib.util.spec_from_loader(name, _Offered(_offered[name]))
        if name not in _awaited:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            execute: Callable[[Any], None] = spec.loader.exec_module

            def exec_module(module: Any) -> None:
                execute(module)
                attach = _awaited.pop(name, None)
                if attach is not None:
                    attach(module)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
