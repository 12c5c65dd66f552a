# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Random numbers of rollouts: each simulation has generators of its own.

The numbers of a simulation depend on the seed, on its index and on what they are for, and on
nothing else: not on the chunk that it is in, nor on the thread or machine that runs it. The key of
a Philox generator is (seed, index), and the purpose is the highest word of its counter, so that
varying one more field changes no numbers of the others.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np


def check_seed(seed: Any) -> int:
    """A seed as a word of a key."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
        raise TypeError(f"seed must be an integer, not {type(seed).__name__}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed must be from 0 to 2**64 - 1, {seed} is not")
    return int(seed)


class Generators:
    """Generators of random numbers for simulations, used like one numpy.random.Generator.

    Every method draws for each simulation from its own generator and returns the draws as rows:
    with n simulations `rng.uniform(0.8, 1.2)` is (n,), `rng.normal(size=3)` is (n, 3). `rng[i]` is
    the numpy.random.Generator of the i-th of these simulations.
    """

    def __init__(self, seed: int, sims: np.ndarray, purpose: str) -> None:
        counter = np.array([0, 0, 0, zlib.crc32(purpose.encode())], np.uint64)
        self._each = [
            np.random.Generator(
                np.random.Philox(key=np.array([seed, sim], np.uint64), counter=counter)
            )
            for sim in sims
        ]

    def __len__(self) -> int:
        return len(self._each)

    def __getitem__(self, i: int) -> np.random.Generator:
        return self._each[i]

    def __iter__(self) -> Iterator[np.random.Generator]:
        return iter(self._each)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not callable(getattr(np.random.Generator, name, None)):
            raise AttributeError(f"numpy.random.Generator has no method {name}")

        def draw(*arguments: Any, **options: Any) -> np.ndarray:
            rows = [getattr(own, name)(*arguments, **options) for own in self._each]
            if rows and rows[0] is None:
                raise TypeError(
                    f"{name} returns nothing; call it for one simulation, rng[i].{name}"
                )
            return np.array(rows)

        return draw
