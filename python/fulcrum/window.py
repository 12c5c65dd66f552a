# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""The window of `fulcrum view`, opened from Python."""

from __future__ import annotations

import ctypes
import os
import signal
from typing import Any

from . import _structures as c
from ._host import FulcrumError, address, call, check, text
from ._views import addresses


def watch(
    model: Any,
    data: Any = None,
    *,
    keyframe: str | int | None = None,
    size: tuple[int, int] | None = None,
    fullscreen: bool = False,
    paused: bool = False,
    reload: bool = False,
    save: str | os.PathLike[str] | None = None,
    replay: str | os.PathLike[str] | None = None,
    record: str | os.PathLike[str] | None = None,
    viewer: str | None = None,
) -> None:
    """Open a window in which a model is simulated, pushed, paused, edited; return when it closes.

    `model` is the path of a file, or an MjModel. Of an MjModel a copy is shown, which begins where
    `data` is, with what is bound there, or in the reference pose; when the window is closed `data`
    has the state that was shown last (mj_forward computes the rest).

    `keyframe` (a name or a number) is where to begin instead. `size` is that of the window in
    pixels, two thirds of the screen by default. With `reload` the model of a path, and modules, are
    loaded again when their files change. `save` is a file that always has the state as a keyframe.
    `replay` is a file of events in place of keys and mouse, `record` one that they are written to;
    viewer/README.md has keys, mouse and events. `viewer` names another viewer than the window.

    Raises FulcrumError in the words of the engine when there is no display, or a file cannot be
    read, and KeyboardInterrupt after Ctrl-C. To be called in the main thread.
    """
    request = c.FcView(size=ctypes.sizeof(c.FcView))
    if isinstance(model, (str, os.PathLike)):
        if data is not None:
            raise TypeError("data goes with an MjModel, not with the path of a model")
        request.path = _path(model)
    else:
        request.model = address(model, "MjModel", "the path of a model or an MjModel")
        request.data = None if data is None else addresses(model, data)[1]
    if size is not None:
        request.width, request.height = size
        if request.width < 1 or request.height < 1:
            raise FulcrumError(f"the size of a window is two positive numbers, not {size!r}")
    request.keyframe = None if keyframe is None else text(str(keyframe), "a keyframe")
    request.fullscreen, request.paused, request.watch = fullscreen, paused, reload
    request.save, request.replay, request.record = _path(save), _path(replay), _path(record)
    request.viewer = None if viewer is None else text(viewer, "a viewer")
    check(call.fc_view(ctypes.addressof(request)))
    if request.signal == signal.SIGINT:
        raise KeyboardInterrupt
    if request.signal:
        signal.raise_signal(request.signal)


def _path(path: str | os.PathLike[str] | None) -> bytes | None:
    return None if path is None else os.fsencode(path)
