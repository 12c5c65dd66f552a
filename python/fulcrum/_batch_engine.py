# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""The mjBatch of C behind a Batch: how it is called, what its errors become, and when it ends."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, c_char_p, c_int, c_int64, c_void_p
from typing import Any

import numpy as np

from . import _structures as c
from ._host import FulcrumError, call, check
from .interpreted import entered_by_c

# seconds between two looks at progress and Ctrl-C during a call
_INTERVAL = 0.1

# ---------------------------------------------------------------- errors of the engine

_ERROR_HANDLER = CFUNCTYPE(None, c_char_p, c_void_p)
_heard = threading.local()


def _hear(message: bytes, context: int | None) -> None:
    _heard.text = message.decode("utf-8", "replace")


# kept for ever: threads may have it as their handler
_hear_native = _ERROR_HANDLER(_hear)
_hear_address = ctypes.cast(_hear_native, c_void_p).value


def fatal_error(text: str) -> Exception:
    """What the package mujoco raises for an error of the engine; FulcrumError without it."""
    return getattr(sys.modules.get("mujoco"), "FatalError", FulcrumError)(text)


def guarded(function: Callable[..., Any], *arguments: Any) -> Any:
    """A function of C, of which an mju_error on this thread is raised as an exception.

    Functions that report wrong arguments that way return without having done anything when the
    handler returns.
    """
    context, outer = c_void_p(), getattr(_heard, "text", None)
    former = call.fc_setThreadErrorHandler(_hear_address, None, ctypes.addressof(context))
    _heard.text = None
    try:
        result = function(*arguments)
        said = _heard.text
    finally:
        call.fc_setThreadErrorHandler(former, context, None)
        _heard.text = outer
    if said is not None:
        raise fatal_error(said)
    return result


# ---------------------------------------------------------------- progress and Ctrl-C

_PROGRESS = CFUNCTYPE(c_int, c_void_p, c_int64, c_int64)


class _Watch:
    """What is called during a long call: the progress of the program, and Python's own signals.

    A signal such as that of Ctrl-C is delivered while a function of Python runs on the main thread,
    and calls have none but this one.
    """

    def __init__(self) -> None:
        self.function: Callable[[int, int], Any] | None = None
        self.error: BaseException | None = None

        def native(argument: int | None, done: int, total: int) -> int:
            try:
                function = self.function
                return 0 if function is None or not function(done, total) else 1
            except BaseException as error:  # raised again when the call has returned
                self.error = error
                return 1

        self.native = _PROGRESS(entered_by_c(native))


# ---------------------------------------------------------------- the batch of C

_forks = 0


def _forked() -> None:
    global _forks
    _forks += 1


os.register_at_fork(after_in_child=_forked)


class Engine:
    """An mjBatch. Arrays over its memory keep it alive; it is deleted with the last of them."""

    def __init__(
        self, model: int, nsim: int, nthread: int, persistent: bool, cpu_ids: Sequence[int] | None
    ) -> None:
        self.address: int = 0
        config = c.FcBatchConfig()
        call.fc_defaultBatchConfig(ctypes.addressof(config))
        config.nthread, config.persistent = nthread, int(persistent)
        if cpu_ids is not None:
            self._cpus = np.ascontiguousarray(cpu_ids, np.int32)
            config.cpu_ids, config.ncpu = self._cpus.ctypes.data, self._cpus.size
        said = ctypes.create_string_buffer(1024)
        at = guarded(
            call.fc_makeBatch, model, nsim, ctypes.addressof(config), said, ctypes.sizeof(said)
        )
        if not at:
            raise ValueError(said.value.decode("utf-8", "replace"))
        self.address = at
        self._delete = call.mjb_deleteBatch
        self._forks = _forks
        self._lock = threading.Lock()
        self.watch = _Watch()
        native = ctypes.cast(self.watch.native, c_void_p)
        check(call.fc_batchProgress(at, native, None, _INTERVAL))

    def __del__(self) -> None:
        if self.address:
            self._delete(self.address)
            self.address = 0

    def call(self, name: str, *arguments: Any) -> Any:
        """A function of the batch that runs nothing, or for a very short time."""
        self._check_process()
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(
                "the batch is in use: another thread is in one of its calls, or this one is called "
                "from a function that such a call runs"
            )
        try:
            return guarded(getattr(call, name), self.address, *arguments)
        finally:
            self._lock.release()

    def run(self, name: str, *arguments: Any) -> int:
        """A function of the batch that runs simulations, which progress and Ctrl-C can end."""
        watch = self.watch
        watch.error = None
        result: int = self.call(name, *arguments)
        if watch.error is not None:
            error, watch.error = watch.error, None
            raise error
        return result

    def checked(self, name: str, *arguments: Any) -> int:
        """A function of the batch whose negative result is a failure in words of the engine."""
        return check(self.call(name, *arguments))

    def cancel(self) -> None:
        self._check_process()
        call.fc_batchCancel(self.address)

    def error(self, sim: int) -> str:
        return str((call.mjb_error(self.address, sim) or b"").decode("utf-8", "replace"))

    def _check_process(self) -> None:
        if self._forks != _forks:
            raise RuntimeError(
                "this batch was made before the process was forked, and its threads are in the "
                "parent: make one in this process (unpickling a batch makes a new one)"
            )
