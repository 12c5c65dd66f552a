# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""fulcrum.rollout: more simulations than fit into memory at once, here or on a cluster."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from . import _structures as c
from ._ray import Setup
from ._rollout_output import FAILED, PENDING, Folder, Memory, Rollout, pending
from ._rollout_plan import Cancelled, Part, Plan
from ._rollout_progress import Meter, RolloutProgress
from ._rollout_ray import Cluster

# what a chunk may need: bytes, simulations
_BYTES, _MOST = 32 << 20, 4096


def rollout(
    model: Any,
    nsim: int,
    nstep: int,
    *,
    initial: Any = None,
    vary: Mapping[str, Any] | None = None,
    control: Any = None,
    control_spec: int = int(c.mjtState.mjSTATE_CTRL),
    record: Sequence[str] = ("qpos",),
    every: int = 1,
    bind: Mapping[str, str | Sequence[str]] | None = None,
    seed: int = 0,
    chunk: int | None = None,
    nthread: int = 0,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Callable[[RolloutProgress], Any] | bool | None = None,
    cluster: str | None = None,
    address: str | None = None,
    ray_options: Mapping[str, Any] | None = None,
    setup: Setup = None,
    max_retries: int = 3,
) -> Rollout:
    """Run `nsim` simulations of a model for `nstep` steps each, some at a time.

    >>> result = fulcrum.rollout(
    ...     "humanoid.xml",
    ...     nsim=100_000,
    ...     nstep=500,
    ...     initial={"qvel": lambda rng, sims: rng.normal(0, 0.1, model.nv)},
    ...     vary={"body_mass": lambda rng, sims: model.body_mass * rng.uniform(0.8, 1.2, 1)},
    ...     record=("qpos", "sensordata"),
    ...     out="falls",
    ...     progress=True,
    ... )
    >>> result["qpos"]  # (100000, 500, nq), mapped from the file falls/qpos.npy

    The numbers depend on the arguments down to and including `seed`, and on nothing else: not on
    threads, chunks, machines, or interruptions.

    model: an MjModel, or the path of a model.

    Values per simulation, in `initial`, `vary` and `control`, are an array that can be broadcast to
    (nsim, ...), or a function f(rng, sims), which is called for some simulations at a time and
    returns an array for them, (len(sims), ...) or one that can be broadcast to it. `sims` are their
    indices. `rng` has the methods of numpy.random.Generator and draws for each simulation from a
    generator of its own, a row for each: rng.uniform(0, 1, 3) is (len(sims), 3). Functions must
    draw their random numbers from it, and compute each row from the numbers of its simulation.

    initial: None, the default state; name or number of a keyframe; states in the order of
        mj_getState, with mjSTATE_INTEGRATION or mjSTATE_FULLPHYSICS; or a dict of parts of the
        state, {"qpos": values, "ctrl": values}, in which "keyframe" is what the rest begins with.
    vary: fields of the model and parameters of modules with values per simulation: {"body_mass":
        values, "opt.gravity": values, "hunt_crossley.stiffness": values}. Constants that follow
        from fields are computed again (mj_setConst).
    control: controls for each step, (nsim, nstep, nu); None leaves those of the initial state.
        control_spec: bits of mjtState, if they are others than ctrl.
    record: fields of MjData, and "state" (mjSTATE_INTEGRATION). every: one record in that many
        steps.
    bind: what simulations use, {"solver": "cg"}; several names in a list.

    chunk: simulations that run at a time; by default as many as need 32 MB.
    nthread: threads; 0: one for each processor. On a cluster: of each worker, as many as it has
        processors.
    out: a folder for the results, which are written as they arrive; None: arrays in memory. With
        `resume` a rollout that was interrupted continues in the folder, with the same arguments.
    progress: True, a line with rate and remaining time on standard error; or a function that is
        called with a RolloutProgress. If what it returns is true, the rollout ends early.

    cluster: "ray" runs the chunks on a Ray cluster: the one that the program has connected to with
        ray.init(), or that at `address`; without both ray.init() finds or starts one.
    ray_options: options of the Ray tasks, by default {"num_cpus": 1}.
    setup: what each worker does first: a function, the name of a Python module to import, or a list
        of these. Modules that the program registered must be registered there.
    max_retries: how often the chunk of a worker that died is run again.

    A simulation that fails has status 1 and a message in `errors`; its records from the failure on
    are NaN, or 0 where they are integers. One in which a warning is counted stops; its last record
    is repeated.
    """
    local = cluster is None
    if cluster not in (None, "ray"):
        raise ValueError(f'cluster must be "ray" or None, not {cluster!r}')
    for name, value in (("address", address), ("ray_options", ray_options), ("setup", setup)):
        if local and value is not None:
            raise ValueError(f'{name} belongs to cluster="ray", which was not given')
    if resume and out is None:
        raise ValueError("resume continues the results in a folder: name it with out=")
    if chunk is not None and chunk < 1:
        raise ValueError(f"chunk must be at least 1, {chunk} is not")
    plan = Plan(
        _loaded(model),
        nsim,
        nstep,
        initial=initial,
        vary=vary or {},
        control=control,
        control_spec=control_spec,
        record=record,
        every=every,
        bind=bind or {},
        seed=seed,
    )
    workers = None if local else Cluster(address, ray_options, setup, nthread, max_retries)
    if chunk is None:
        chunk = _chunk(plan, nthread, workers)
    output = Memory(plan) if out is None else Folder(plan, out, resume)
    with contextlib.closing(output):
        status = output.status
        done, failed = int((status != PENDING).sum()), int((status == FAILED).sum())
        meter = Meter(progress, plan.nsim, done, failed, plan.nstep)
        # all of them are found before the first has changed the status
        chunks = list(pending(status, chunk))
        parts = (
            _local(plan, chunks, nthread, meter) if workers is None else workers.run(plan, chunks)
        )
        with contextlib.closing(meter), contextlib.closing(cast("Any", parts)):
            for part in parts:
                output.write(part)
                if meter.add(len(part), int((part.status == FAILED).sum())):
                    break
    return output.result()


def _loaded(model: Any) -> Any:
    if not isinstance(model, (str, os.PathLike)):
        return model
    import mujoco

    path = os.fspath(model)
    make = mujoco.MjModel
    return make.from_binary_path(path) if path.endswith(".mjb") else make.from_xml_path(path)


def _chunk(plan: Plan, nthread: int, workers: Cluster | None) -> int:
    """As many as fit into the memory of a chunk, but some for every thread; on a cluster several
    chunks for every worker."""
    fit = min(_BYTES // plan.bytes_per_simulation, _MOST)
    if workers is None:
        return max(fit, 4 * (nthread or len(os.sched_getaffinity(0))))
    share = -(-plan.nsim // (4 * workers.slots))
    return max(1, min(fit, share))


def _local(plan: Plan, chunks: list[tuple[int, int]], nthread: int, meter: Meter) -> Iterator[Part]:
    """The results of these chunks, one after the other."""
    for first, last in chunks:
        try:
            yield plan.run(first, last, plan.rows(first, last), nthread, meter.within)
        except Cancelled:
            return
