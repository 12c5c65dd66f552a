# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Where the results of a rollout go: arrays in memory, or a folder that can be continued.

A folder has NAME.npy for each record, drawn.NAME.npy for what functions drew, status.npy,
warnings.npy, messages.jsonl and manifest.json. All arrays have a row for each simulation from the
beginning. Results are written into their rows and forced to the disk before the status of their
simulations says that they are there, so that after a kill or a loss of power what has a status is
complete and the rest is computed again.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ._rollout_plan import FAILED, PENDING, Part, Plan

_FORMAT = "fulcrum rollout 1"
_MANIFEST, _MESSAGES, _LOCK = "manifest.json", "messages.jsonl", "lock"
# seconds between two times at which results are forced to the disk
_COMMIT = 1.0


class Rollout(Mapping[str, np.ndarray]):
    """Results of a rollout: `result["qpos"]` and so on, arrays (nsim, records, ...).

    `Rollout.open(path)` opens a folder that rollout(out=path) wrote, also while it is written.
    """

    def __init__(
        self,
        records: dict[str, np.ndarray],
        drawn: dict[str, np.ndarray],
        status: np.ndarray,
        warnings: np.ndarray,
        errors: dict[int, str],
        path: Path | None = None,
    ) -> None:
        self._records = records
        #: What functions of `vary` and `initial` drew: {"body_mass": array, "initial.qpos": array}.
        self.drawn = drawn
        #: (nsim,): 0 done, 1 failed, -1 not computed yet.
        self.status = status
        #: (nsim, mjNWARNING): how often each warning was counted. A simulation stops at the first.
        self.warnings = warnings
        #: Messages of the simulations that failed, by index.
        self.errors = errors
        #: The folder, None for results in memory.
        self.path = path

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Rollout:
        """The results in a folder, as arrays mapped into memory."""
        folder = Path(path)
        manifest = _read_manifest(folder)

        def mapped(name: str) -> np.ndarray:
            array = np.load(folder / f"{name}.npy", mmap_mode="r")
            return np.asarray(array) if name in ("status", "warnings") else array

        status = mapped("status")
        return cls(
            {name: mapped(name) for name in manifest["records"]},
            {name: mapped(f"drawn.{name}") for name in manifest["drawn"]},
            status,
            mapped("warnings"),
            {i: said for i, said in _read_messages(folder).items() if status[i] == FAILED},
            folder,
        )

    @property
    def failed(self) -> np.ndarray:
        """Indices of the simulations that failed."""
        return np.flatnonzero(self.status == FAILED)

    @property
    def complete(self) -> bool:
        """Whether all simulations have been computed, those that failed included."""
        return not (self.status == PENDING).any()

    def __getitem__(self, name: str) -> np.ndarray:
        try:
            return self._records[name]
        except KeyError:
            raise KeyError(f"{name}; there are {', '.join(self._records)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __repr__(self) -> str:
        fields = ", ".join(f"{name} {array.shape}" for name, array in self.items())
        failed, pending = len(self.failed), int((self.status == PENDING).sum())
        more = "".join(f", {n} {word}" for n, word in ((failed, "failed"), (pending, "to do")) if n)
        return f"<Rollout of {len(self.status)} simulations{more}: {fields}>"


def layout(plan: Plan) -> dict[str, tuple[tuple[int, ...], np.dtype]]:
    """Shape and type of every array, by the name of its file."""
    n = plan.nsim
    records = {
        name: ((n, plan.nrecord, *each.shape), each.dtype) for name, each in plan.records.items()
    }
    drawn = {
        f"drawn.{name}": ((n, *source.shape), dtype)
        for name, (source, dtype) in plan.drawn().items()
    }
    warnings = (n, plan.nwarning), np.dtype("i4")
    return {**records, **drawn, "warnings": warnings, "status": ((n,), np.dtype("i1"))}


def _parts(part: Part) -> dict[str, np.ndarray]:
    drawn = {f"drawn.{name}": array for name, array in part.drawn.items()}
    return {**part.records, **drawn, "warnings": part.warnings, "status": part.status}


class Memory:
    """Results as arrays."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        shapes = layout(plan)
        total = sum(_nbytes(*each) for each in shapes.values())
        try:
            self._arrays = {name: np.empty(*each) for name, each in shapes.items()}
        except MemoryError:
            raise MemoryError(
                f"the results have {_size(total)}, more than there is memory: give a folder, out=, "
                "or record less"
            ) from None
        self._arrays["status"][...] = PENDING
        self._messages: dict[int, str] = {}

    @property
    def status(self) -> np.ndarray:
        return self._arrays["status"]

    def write(self, part: Part) -> None:
        for name, array in _parts(part).items():
            self._arrays[name][part.first : part.last] = array
        self._messages.update(part.messages)

    def close(self) -> None:
        pass

    def result(self) -> Rollout:
        a, plan = self._arrays, self._plan
        return Rollout(
            {name: a[name] for name in plan.records},
            {name: a[f"drawn.{name}"] for name in plan.drawn()},
            a["status"],
            a["warnings"],
            dict(sorted(self._messages.items())),
        )


class Folder:
    """Results as files, see the head of this module. One process at a time writes them."""

    def __init__(self, plan: Plan, path: str | os.PathLike[str], resume: bool) -> None:
        self._path = Path(path)
        self._files: dict[str, int] = {}
        self._offsets: dict[str, int] = {}
        try:
            self._path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise type(error)(
                error.errno, f"out cannot be made a folder: {error.strerror}", str(path)
            ) from None
        self._lock()
        try:
            self._open(plan, resume)
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        self._files["lock"] = os.open(self._path / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(self._files["lock"], fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._files.pop("lock"))
            raise BlockingIOError(
                errno.EAGAIN,
                "another process is writing the results in this folder",
                str(self._path),
            ) from None

    def _open(self, plan: Plan, resume: bool) -> None:
        shapes, description = layout(plan), plan.description()
        begun = (self._path / _MANIFEST).exists()
        if begun and not resume:
            raise FileExistsError(
                errno.EEXIST,
                "out has results already: continue them with resume=True, or name another folder",
                str(self._path),
            )
        if begun:
            _compare(_read_manifest(self._path)["rollout"], description, self._path)
        else:
            self._check_space(sum(_nbytes(*each) for each in shapes.values()))
        for name, (shape, dtype) in shapes.items():
            if begun:
                self._reopen(name, shape, dtype)
            else:
                self._make(name, shape, dtype)
        self.status = np.array(np.load(self._path / "status.npy"))
        self._messages = (self._path / _MESSAGES).open("ab")
        if begun:
            _cut_messages(self._path)
        else:
            manifest = {
                "format": _FORMAT,
                "fulcrum": _version(),
                "records": list(plan.records),
                "drawn": list(plan.drawn()),
                "rollout": description,
            }
            _write_whole(self._path / _MANIFEST, json.dumps(manifest, indent=2) + "\n")
        self._waiting: list[Part] = []
        self._committed = time.monotonic()

    def _check_space(self, need: int) -> None:
        room = os.statvfs(self._path)
        free = room.f_bavail * room.f_frsize
        if free < need:
            raise OSError(
                errno.ENOSPC,
                f"the results need {_size(need)}, and {_size(free)} are free",
                str(self._path),
            )

    def _make(self, name: str, shape: tuple[int, ...], dtype: np.dtype) -> None:
        path = self._path / f"{name}.npy"
        try:
            with path.open("wb") as file:
                header = {"descr": dtype.str, "fortran_order": False, "shape": shape}
                np.lib.format.write_array_header_1_0(file, header)
                start = file.tell()
                # room for all of it: a full disk is an error now rather than later
                nbytes = _nbytes(shape, dtype)
                if nbytes:
                    os.posix_fallocate(file.fileno(), start, nbytes)
                if name == "status":
                    file.write(np.full(shape, PENDING, dtype).tobytes())
        except OSError as error:
            raise _explained(error, f"no room for {_size(_nbytes(shape, dtype))}", path) from None
        self._files[name], self._offsets[name] = os.open(path, os.O_RDWR), start

    def _reopen(self, name: str, shape: tuple[int, ...], dtype: np.dtype) -> None:
        path = self._path / f"{name}.npy"
        try:
            array = np.load(path, mmap_mode="r")
        except (OSError, ValueError) as error:
            raise ValueError(f"{path} cannot be continued: {error}") from None
        if (array.shape, array.dtype) != (shape, dtype):
            raise ValueError(
                f"{path} has {array.dtype} of shape {array.shape}; expected {dtype}, {shape}"
            )
        self._files[name] = os.open(path, os.O_RDWR)
        self._offsets[name] = path.stat().st_size - _nbytes(shape, dtype)

    def write(self, part: Part) -> None:
        for name, array in _parts(part).items():
            if name != "status":
                self._write(name, part.first, part.last, array)
        lines = [json.dumps({"sim": sim, "message": m}) for sim, m in part.messages.items()]
        if lines:
            self._messages.write("".join(line + "\n" for line in lines).encode())
        self.status[part.first : part.last] = part.status
        # the numbers are in the files; what is kept here is which ones
        self._waiting.append(Part(part.first, np.array(part.status), np.empty((0, 0))))
        if time.monotonic() - self._committed > _COMMIT:
            self._commit()

    def _write(self, name: str, first: int, last: int, array: np.ndarray) -> None:
        row = array[0].nbytes if len(array) else 0
        at, data = self._offsets[name] + first * row, memoryview(np.ascontiguousarray(array))
        rest = data.cast("B") if data.nbytes else data[:0]
        try:
            while rest.nbytes:
                written = os.pwrite(self._files[name], rest, at)
                rest, at = rest[written:], at + written
        except OSError as error:
            what = f"the results of simulations {first} to {last - 1} cannot be written"
            raise _explained(error, what, self._path / f"{name}.npy") from None

    def _commit(self) -> None:
        self._messages.flush()
        os.fsync(self._messages.fileno())
        for name, file in self._files.items():
            if name not in ("lock", "status"):
                os.fdatasync(file)
        for part in self._waiting:
            self._write("status", part.first, part.last, part.status)
        os.fdatasync(self._files["status"])
        self._waiting.clear()
        self._committed = time.monotonic()

    def close(self) -> None:
        try:
            if getattr(self, "_waiting", None):
                self._commit()
        finally:
            if hasattr(self, "_messages"):
                self._messages.close()
            for file in self._files.values():
                os.close(file)
            self._files.clear()

    def result(self) -> Rollout:
        return Rollout.open(self._path)


def pending(status: np.ndarray, chunk: int) -> Iterator[tuple[int, int]]:
    """The simulations that are to be computed, as intervals of at most `chunk`."""
    to_do = np.concatenate([[False], status == PENDING, [False]])
    edges = np.flatnonzero(to_do[1:] != to_do[:-1])
    for begin, end in edges.reshape(-1, 2):
        for first in range(int(begin), int(end), chunk):
            yield first, min(first + chunk, int(end))


def _version() -> str:
    from . import __version__

    return __version__


def _nbytes(shape: tuple[int, ...], dtype: np.dtype) -> int:
    total = dtype.itemsize
    for length in shape:
        total *= length
    return total


def _size(nbytes: int) -> str:
    for limit, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if nbytes >= limit:
            return f"{nbytes / limit:.3g} {unit}"
    return f"{nbytes} bytes"


def _explained(error: OSError, what: str, path: Path) -> OSError:
    number = error.errno or errno.EIO
    return OSError(number, f"{what}: {os.strerror(number)}", str(path))


def _write_whole(path: Path, content: str) -> None:
    """A file that is there completely or not at all."""
    beside = path.with_suffix(".new")
    with beside.open("w") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.rename(path)


def _read_manifest(folder: Path) -> dict[str, Any]:
    path = folder / _MANIFEST
    try:
        manifest = json.loads(path.read_text())
    except FileNotFoundError:
        raise FileNotFoundError(
            errno.ENOENT, "this is no folder of results of a rollout", str(folder)
        ) from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{path} is damaged: {error}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != _FORMAT:
        raise ValueError(f'{path} is not of the format "{_FORMAT}"')
    return manifest


def _read_messages(folder: Path) -> dict[int, str]:
    found = {}
    lines = (folder / _MESSAGES).read_bytes().split(b"\n")
    # behind the last newline is nothing, or a line that a kill has cut off
    for line in lines[:-1]:
        each = json.loads(line)
        found[int(each["sim"])] = str(each["message"])
    return dict(sorted(found.items()))


def _cut_messages(folder: Path) -> None:
    """Remove a line that was not finished."""
    content = (folder / _MESSAGES).read_bytes()
    os.truncate(folder / _MESSAGES, content.rfind(b"\n") + 1)


def _compare(before: dict[str, Any], now: dict[str, Any], folder: Path) -> None:
    for key in {**before, **now}:
        if before.get(key) != now.get(key):
            raise ValueError(
                f"{folder} cannot be continued: {key} was {_brief(before.get(key))}, and is "
                f"{_brief(now.get(key))}"
            )


def _brief(value: Any) -> str:
    said = "not given" if value is None else str(value)
    return said if len(said) < 80 else said[:77] + "..."
