# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Steps per second of models on Fulcrum and on the library that mujoco brings along.

    python speed_beside_reference.py [--seconds T] [--rounds N] MODEL.xml ...

For each model a loop of mj_step in Python, and rollouts on one and two threads. Both libraries run
in turn, each in a process of its own, from the same states with the same controls; the best round
counts. Times are those of the processor, so that other programs disturb little. Prints time of the
reference divided by that of Fulcrum: above 1, Fulcrum is faster.
"""

import argparse
import json
import subprocess
import sys
import time


def measure(file: str, count: int) -> dict[str, float]:
    """Processor time per step, in microseconds. Nothing here knows which library runs."""
    import mujoco
    import numpy as np
    from mujoco import rollout

    model = mujoco.MjModel.from_xml_path(file)
    full = mujoco.mjtState.mjSTATE_FULLPHYSICS
    start = np.zeros(mujoco.mj_stateSize(model, full))
    data = mujoco.MjData(model)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_getState(model, data, start, full)

    control = 0.2 * np.sin(0.1 * np.arange(count))[:, None] * np.ones(model.nu)
    begin = time.process_time()
    for row in control:
        data.ctrl[:] = row
        mujoco.mj_step(model, data)
    times = {"mj_step": (time.process_time() - begin) / count}

    steps = max(4, count // 2)
    controls = np.tile(control[:steps], (2, 1, 1)) if model.nu else None
    for threads in (1, 2):
        workers = [mujoco.MjData(model) for _ in range(threads)]
        with rollout.Rollout(nthread=threads if threads > 1 else 0) as pool:
            begin = time.process_time()
            pool.rollout(model, workers, np.tile(start, (2, 1)), controls, nstep=steps)
            used = time.process_time() - begin
        times[f"{threads} threads"] = used / (2 * steps)
    return {name: 1e6 * each for name, each in times.items()}


def run(command: list[str], file: str, count: int) -> dict[str, float]:
    import fulcrum

    process = subprocess.run(
        [*command, __file__, "--measure", str(count), file],
        env=fulcrum.reference_environment(),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(process.stdout.splitlines()[-1])


def compare(files: list[str], seconds: float, rounds: int) -> None:
    import fulcrum

    sides = {"mujoco": [sys.executable], "Fulcrum": [sys.executable, "-m", "fulcrum"]}
    print(fulcrum.active())
    print(f"{'':32} {'us per mj_step':>22} {'ratio':>8} {'rollouts, 1 and 2 threads':>28}")
    for file in files:
        # both make the same steps: as many as fit into the time
        count = round(1e6 * seconds / run(sides["mujoco"], file, 10)["mj_step"])
        count = min(2000, max(10, count))
        best: dict[str, dict[str, float]] = {name: {} for name in sides}
        for _ in range(rounds):
            for name, command in sides.items():
                for key, value in run(command, file, count).items():
                    best[name][key] = min(value, best[name].get(key, value))
        theirs, ours = best["mujoco"], best["Fulcrum"]
        ratios = [f"{theirs[key] / ours[key]:.2f}" for key in theirs]
        title = "/".join(file.split("/")[-2:]).removesuffix(".xml")[-32:]
        print(
            f"{title:32} {theirs['mj_step']:10.1f} {ours['mj_step']:11.1f} {ratios[0]:>8} "
            f"{ratios[1]:>13} {ratios[2]:>14}",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="mujoco on Fulcrum beside mujoco's own library")
    parser.add_argument("models", nargs="+", metavar="MODEL.xml")
    parser.add_argument("--seconds", type=float, default=0.3, metavar="T")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.models[0], options.measure)))
    else:
        compare(options.models, options.seconds, options.rounds)
