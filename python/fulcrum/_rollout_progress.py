# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""How far a rollout is, how fast, and how long it will still take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TextIO

# seconds between two reports: to a function and to a terminal, to a file
_OFTEN, _SELDOM = 0.2, 10.0


@dataclass(frozen=True)
class RolloutProgress:
    """What the function given to rollout(progress=) receives; as a str, a line that says it."""

    done: int  #: simulations whose results have arrived, those of earlier runs included
    total: int  #: simulations of the rollout
    failed: int  #: how many of them failed
    seconds: float  #: time since this run began
    rate: float  #: steps per second in this run
    remaining: float | None  #: seconds that are left at this rate; None as long as it is unknown

    def __str__(self) -> str:
        percent = 100 * self.done // self.total
        failed = f", {self.failed:,} failed" if self.failed else ""
        left = "" if self.remaining is None else f", {_duration(self.remaining)} left"
        if self.done == self.total:
            left = f", {_duration(self.seconds)}"
        return (
            f"{self.done:,} of {self.total:,} simulations ({percent} %){failed}, "
            f"{_number(self.rate)} steps/s{left}"
        )


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _number(value: float) -> str:
    for limit, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= limit:
            return f"{value / limit:.3g}{unit}"
    return f"{value:.3g}"


class Meter:
    """Counts what is done, and reports it."""

    def __init__(
        self,
        progress: Callable[[RolloutProgress], Any] | bool | None,
        total: int,
        done: int,
        failed: int,
        nstep: int,
        stream: TextIO | None = None,
    ) -> None:
        if not (progress is None or isinstance(progress, bool) or callable(progress)):
            raise TypeError(f"progress must be True or a function, not {type(progress).__name__}")
        self._progress, self._total, self._nstep = progress, total, nstep
        self._done, self._failed, self._before = done, failed, done
        self._stream = sys.stderr if stream is None else stream
        self._terminal = self._stream.isatty()
        self._begin = time.monotonic()
        self._due = self._begin
        self._steps = 0
        self._stopped = False

    def add(self, simulations: int, failed: int) -> bool:
        """Count simulations that are done; whether the program wants to end here."""
        self._done += simulations
        self._failed += failed
        self._steps = 0
        return self._report(self._done == self._total)

    def within(self, steps: int, total: int) -> bool:
        """Steps that are done in the chunk that is running; called from calls of a batch."""
        self._steps = steps
        return self._report(False)

    def state(self) -> RolloutProgress:
        seconds = time.monotonic() - self._begin
        steps = (self._done - self._before) * self._nstep + self._steps
        left = (self._total - self._before) * self._nstep - steps
        rate = steps / seconds if seconds > 0 else 0.0
        remaining = left / rate if rate else None
        return RolloutProgress(self._done, self._total, self._failed, seconds, rate, remaining)

    def _report(self, last: bool) -> bool:
        now = time.monotonic()
        if not self._progress or self._stopped or (now < self._due and not last):
            return self._stopped
        shown = self._progress is True
        self._due = now + (_OFTEN if self._terminal or not shown else _SELDOM)
        state = self.state()
        if callable(self._progress):
            self._stopped = bool(self._progress(state))
        elif self._terminal:
            self._stream.write(f"\r\x1b[K{state}")
            self._stream.flush()
        else:
            print(state, file=self._stream, flush=True)
        return self._stopped

    def close(self) -> None:
        """The cursor goes to the line below."""
        if self._progress is True and self._terminal:
            self._stream.write("\n")
            self._stream.flush()
