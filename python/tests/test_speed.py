# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""What a call into Python costs, printed with `pytest -s`; the bound notices a blunder only."""

import time

import mujoco
from lab import SLIDER, load

import fulcrum


@fulcrum.register
class Nothing(fulcrum.Sensor):
    name = "speed.nothing"

    def compute(self, model, data, out):
        out[0] = 1


@fulcrum.register
class NoForce(fulcrum.Passive):
    name = "speed.noforce"
    velocity_dependent = False

    def force(self, model, data, batch):
        batch.qfrc[0] += 1


def microseconds(model, data, n=2000, repeats=7):
    """Shortest time of mj_forward, in microseconds of processor time of this thread."""
    best = float("inf")
    for _ in range(repeats):
        start = time.thread_time()
        for _ in range(n):
            mujoco.mj_forward(model, data)
        best = min(best, time.thread_time() - start)
    return 1e6 * best / n


def test_a_call_into_python_takes_microseconds():
    plain = microseconds(*load(SLIDER))
    model, data = load(SLIDER, rest="<sensor><speed.nothing/></sensor>")
    sensor = microseconds(model, data) - plain
    model, data = load(SLIDER)
    fulcrum.bind(model, data, "passive", "speed.noforce")
    passive = microseconds(model, data) - plain
    print(
        f"\nmj_forward {plain:.2f} us; a sensor in Python {sensor:.2f} us, a passive force "
        f"{passive:.2f} us per call"
    )
    assert 0 < sensor < 200 and 0 < passive < 200
