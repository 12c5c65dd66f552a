# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Time per step of models on Fulcrum and on the library that mujoco brings along.

    python speed_beside_reference.py [--slice MS] [--starts S] [--rounds N] MODEL.xml ...

For each model a loop of mj_step in Python, and rollouts on one and two threads. Each library runs
in a process of its own. The reference visits S states of one trajectory; from each of them both make
the same number of steps with the same controls, in turn, N rounds long. Such a slice takes some
milliseconds, and of its rounds the fastest counts, in time of the processor: what other programs
disturb is left out. Prints the time of the reference divided by that of Fulcrum, above 1 Fulcrum is
faster, and at the end what is below 1.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WAYS = {"mj_step": 0, "rollout": 1, "2 threads": 2}  # threads of a rollout; 0: a loop in Python


# ---------------------------------------------------------------- worker: knows of no library


class Worker:
    """One model on the library that is loaded, and what it is asked to do."""

    def __init__(self, file: str) -> None:
        import mujoco
        import numpy as np

        self.mujoco, self.np = mujoco, np
        self.model = mujoco.MjModel.from_xml_path(file)
        self.data = mujoco.MjData(self.model)
        self.workers = [mujoco.MjData(self.model) for _ in range(2)]
        self.kind = mujoco.mjtState.mjSTATE_INTEGRATION
        self.state = np.zeros(mujoco.mj_stateSize(self.model, self.kind))
        self.starts: list = []

    def controls(self, first: int, steps: int):
        wave = self.np.sin(0.1 * self.np.arange(first, first + steps))
        return 0.2 * wave[:, None] * self.np.ones(self.model.nu)

    def loop(self, controls) -> float:
        step, model, data = self.mujoco.mj_step, self.model, self.data
        begin = time.process_time()
        for row in controls:
            data.ctrl[:] = row
            step(model, data)
        return time.process_time() - begin

    def probe(self) -> float:
        """Seconds per step, roughly."""
        return min(self.loop(self.controls(0, 10)) for _ in range(3)) / 10

    def visit(self, path: str, count: int, steps: int) -> None:
        """Save the states at which slices begin."""
        self.mujoco.mj_resetData(self.model, self.data)
        if self.model.nkey:
            self.mujoco.mj_resetDataKeyframe(self.model, self.data, 0)
        states = []
        for k in range(count):
            self.mujoco.mj_getState(self.model, self.data, self.state, self.kind)
            states.append(self.state.copy())
            self.loop(self.controls(k * steps, steps))
        self.np.save(path, self.np.array(states))

    def load(self, path: str) -> None:
        self.starts = list(self.np.load(path))

    def slice(self, start: int, steps: int, threads: int) -> float:
        """Seconds per step from a start on."""
        from mujoco import rollout

        state, np = self.starts[start], self.np
        controls = self.controls(start * steps, steps)
        self.mujoco.mj_setState(self.model, self.data, state, self.kind)
        if not threads:
            return self.loop(controls) / steps
        full = self.mujoco.mjtState.mjSTATE_FULLPHYSICS
        physics = np.zeros(self.mujoco.mj_stateSize(self.model, full))
        self.mujoco.mj_getState(self.model, self.data, physics, full)
        many = np.tile(controls, (2, 1, 1)) if self.model.nu else None
        with rollout.Rollout(nthread=threads if threads > 1 else 0) as pool:
            begin = time.process_time()
            pool.rollout(
                self.model, self.workers[:threads], np.tile(physics, (2, 1)), many, nstep=steps
            )
            return (time.process_time() - begin) / (2 * steps)


def serve(file: str) -> None:
    """Answer requests, one a line: the name of a method of Worker and its arguments."""
    answer = sys.stdout
    sys.stdout = sys.stderr
    worker = Worker(file)
    print(json.dumps("ready"), file=answer, flush=True)
    for line in sys.stdin:
        method, arguments = json.loads(line)
        print(json.dumps(getattr(worker, method)(*arguments)), file=answer, flush=True)


# ---------------------------------------------------------------- comparison


class Side:
    """A worker in a process of its own."""

    def __init__(self, command: list[str], file: str) -> None:
        import fulcrum

        self.said = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed in close()
        self.process = subprocess.Popen(
            [*command, __file__, "--serve", file],
            env=fulcrum.reference_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.said,
            text=True,
        )
        self.read()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            status = self.process.wait()
            self.said.seek(0)
            said = self.said.read().strip().splitlines()
            raise RuntimeError(said[-1] if said else f"exit status {status}")
        return json.loads(line)

    def ask(self, method: str, *arguments):
        self.process.stdin.write(json.dumps([method, arguments]) + "\n")
        self.process.stdin.flush()
        return self.read()

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.said.close()


def fastest(sides: list[Side], options: argparse.Namespace) -> dict[str, list[float]]:
    """Microseconds per step of each way on each side: the mean of the starts, of each the best."""
    per_step = max(1e-7, sides[0].ask("probe"))
    steps = min(1000, max(2, round(1e-3 * options.slice / per_step)))
    with tempfile.TemporaryDirectory() as folder:
        states = str(Path(folder) / "states.npy")
        sides[0].ask("visit", states, options.starts, steps)
        for side in sides:
            side.ask("load", states)
    best: dict[tuple, float] = {}
    for _ in range(options.rounds):
        for start in range(options.starts):
            for way, threads in WAYS.items():
                for who, side in enumerate(sides):
                    used, key = side.ask("slice", start, steps, threads), (way, who, start)
                    best[key] = min(used, best.get(key, used))
    return {
        way: [
            1e6 * sum(best[way, who, k] for k in range(options.starts)) / options.starts
            for who in range(len(sides))
        ]
        for way in WAYS
    }


def compare(options: argparse.Namespace) -> int:
    """Print a line for each model; returns 1 when one could not be run."""
    import fulcrum

    commands = [[sys.executable], [sys.executable, "-m", "fulcrum"]]
    slower, failed = [], 0
    print(fulcrum.active())
    print(f"{'':32} {'us per mj_step':>22} {'ratio':>8} {'rollouts, 1 and 2 threads':>28}")
    for file in options.models:
        title = "/".join(file.split("/")[-2:]).removesuffix(".xml")[-32:]
        sides: list[Side] = []
        try:
            for command in commands:
                sides.append(Side(command, file))
            times = fastest(sides, options)
        except RuntimeError as error:
            print(f"{title:32} {error}", flush=True)
            failed = 1
            continue
        finally:
            for side in sides:
                side.close()
        ratio = {way: theirs / ours for way, (theirs, ours) in times.items()}
        slower += [f"{title}: {way} {r:.2f}" for way, r in ratio.items() if r < 1]
        theirs, ours = times["mj_step"]
        cells = [f"{ratio[way]:.2f}" for way in WAYS]
        print(
            f"{title:32} {theirs:10.1f} {ours:11.1f} {cells[0]:>8} {cells[1]:>13} {cells[2]:>14}",
            flush=True,
        )
    print("\nbelow 1: " + ("; ".join(slower) if slower else "none"))
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="mujoco on Fulcrum beside mujoco's own library")
    parser.add_argument("models", nargs="+", metavar="MODEL.xml")
    parser.add_argument("--slice", type=float, default=5, metavar="MS", help="length (5)")
    parser.add_argument("--starts", type=int, default=4, metavar="S", help="states (4)")
    parser.add_argument("--rounds", type=int, default=12, metavar="N", help="of each slice (12)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.models[0])
    else:
        sys.exit(compare(chosen))
