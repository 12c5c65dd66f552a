# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Make the wheel run on systems whose C library is older than that of the system which builds it.

  python glibc.py stubs FOLDER       what a linker needs of glibc 2.28, made by the compiler of zig
  python glibc.py check WHEEL        fail when a binary in a wheel needs a newer one

Functions of glibc have versions, and a binary asks for those that were current when it was linked.
Our own binaries are therefore linked with stubs (``link.sh``). Libraries of others come linked;
where they ask for a newer version of a function of libm, :func:`rebind` makes it the older one,
which every glibc has: exp, log and pow of version 2.29 differ from the older ones in the way in
which they report errors.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from elftools.elf.elffile import ELFFile

LIMIT = (2, 28)
TARGET = "x86_64-linux-gnu." + ".".join(map(str, LIMIT))
PARTS = ("libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1")
LOADER = "ld-linux-x86-64.so.2"


class Need(NamedTuple):
    """A version that a binary asks for: an entry of the section ``.gnu.version_r``."""

    library: str
    version: str
    #: Names of the symbols of that version.
    symbols: list[str]
    #: Where the entry is in the file.
    place: int


def _newer(version: str) -> bool:
    found = re.fullmatch(r"GLIBC_(\d+)\.(\d+)(\.\d+)?", version)
    return found is not None and (int(found[1]), int(found[2])) > LIMIT


def _needs(elf: ELFFile) -> Iterator[Need]:
    section = elf.get_section_by_name(".gnu.version_r")
    if section is None:
        return
    names = elf.get_section(section["sh_link"])
    symbols = elf.get_section_by_name(".dynsym")
    indices = elf.get_section_by_name(".gnu.version")
    data, entry = section.data(), 0
    for _ in range(section.num_versions()):
        _, count, file, first, following = struct.unpack_from("<HHIII", data, entry)
        place = entry + first
        for _ in range(count):
            _, _, index, name, next_place = struct.unpack_from("<IHHII", data, place)
            used = [
                symbols.get_symbol(i).name
                for i in range(indices.num_symbols())
                if indices.get_symbol(i)["ndx"] == index
            ]
            yield Need(
                names.get_string(file),
                names.get_string(name),
                used,
                section["sh_offset"] + place,
            )
            place += next_place
        entry += following


def too_new(content: bytes) -> list[Need]:
    """The versions in a binary that glibc 2.28 does not have."""
    return [need for need in _needs(ELFFile(io.BytesIO(content))) if _newer(need.version)]


# ---------------------------------------------------------------- libraries of others


def _default_versions(library: Path) -> dict[str, str]:
    """Version of each function that a library defines."""
    with library.open("rb") as stream:
        elf = ELFFile(stream)
        definitions = elf.get_section_by_name(".gnu.version_d")
        versions = {
            version["vd_ndx"]: next(names).name for version, names in definitions.iter_versions()
        }
        symbols = elf.get_section_by_name(".dynsym")
        indices = elf.get_section_by_name(".gnu.version")
        return {
            symbols.get_symbol(i).name: versions[indices.get_symbol(i)["ndx"]]
            for i in range(indices.num_symbols())
            if indices.get_symbol(i)["ndx"] in versions
        }


def _hash(name: bytes) -> int:
    """Hash value of a name, as the specification of ELF defines it."""
    value = 0
    for byte in name:
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ high >> 24) & ~high
    return value


def rebind(library: Path, target: Path, stubs: Path) -> None:
    """Copy a library; functions of libm that ask for a newer version get the one in the stubs.

    A library that needs other functions of a newer glibc is not copied: it may be one that the
    wheel does not carry (libX11), otherwise :func:`check` finds it.
    """
    content = bytearray(library.read_bytes())
    versions = _default_versions(stubs / "libm.so.6")
    elf = ELFFile(io.BytesIO(bytes(content)))
    strings = elf.get_section(elf.get_section_by_name(".gnu.version_r")["sh_link"]).data()
    for need in too_new(bytes(content)):
        older = {versions.get(name) for name in need.symbols}
        if need.library != "libm.so.6" or len(older) != 1 or None in older:
            return
        version = older.pop().encode("ascii")
        name = strings.find(b"\0" + version + b"\0") + 1
        if not name:
            return
        struct.pack_into("<I", content, need.place, _hash(version))
        struct.pack_into("<I", content, need.place + 8, name)
    target.write_bytes(content)


# ---------------------------------------------------------------- commands


def make_stubs(folder: Path) -> None:
    """Libraries of glibc 2.28 without code, and what is linked into every program."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as work:
        program = Path(work, "program.c")
        program.write_text("int main(void) { return 0; }\n", encoding="ascii")
        environment = dict(os.environ, ZIG_GLOBAL_CACHE_DIR=work, ZIG_LOCAL_CACHE_DIR=work)
        compiler = [sys.executable, "-m", "ziglang", "cc", "-target", TARGET]
        for kind in ("-pie", "-no-pie"):
            subprocess.run(
                [*compiler, kind, program, "-o", Path(work, "program")], env=environment, check=True
            )
        for name in (*PARTS, "libld.so.2", "libc_nonshared.a", "Scrt1.o", "crt1.o"):
            found = sorted(Path(work).rglob(name))
            if not found:
                sys.exit(f"glibc: zig made no {name}")
            shutil.copy2(found[0], folder / (LOADER if name == "libld.so.2" else name))
    for name in PARTS[1:]:
        (folder / name.split(".so")[0]).with_suffix(".so").symlink_to(name)
    # later versions have threads and dlopen in libc, where our makefiles look for them
    place = folder.resolve()
    on_demand = " ".join(str(place / name) for name in ("libpthread.so.0", "libdl.so.2", LOADER))
    (folder / "libc.so").write_text(
        f"GROUP ( {place}/libc.so.6 {place}/libc_nonshared.a AS_NEEDED ( {on_demand} ) )\n",
        encoding="ascii",
    )


def check(wheel: Path) -> None:
    """End with the list of what needs a newer glibc, if there is any."""
    complaints, binaries = [], 0
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            content = archive.read(name)
            if content[:4] == b"\x7fELF":
                binaries += 1
                complaints += [
                    f"{name}: {need.version} of {need.library} ({', '.join(need.symbols)})"
                    for need in too_new(content)
                ]
    if complaints or binaries < 50:
        sys.exit(f"glibc: {wheel}, {binaries} binaries\n" + "\n".join(complaints))


if __name__ == "__main__":
    commands = {"stubs": make_stubs, "check": check}
    if len(sys.argv) != 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](Path(sys.argv[2]))
