# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0
"""Lay out the package from which the wheel is built.

  python assemble.py PREFIX LIBDIR VERSION STUBS PACKAGE

PREFIX and LIBDIR are what ``make install`` filled, STUBS are those of ``glibc.py``, PACKAGE is the
folder to write; PACKAGE.libraries gets the libraries of others that need another glibc. The wheel
carries an installation of its own, ``fulcrum/prefix``, with the libc++ flavour of the library, the
one that the extension modules of ``mujoco`` can use. A wheel is an archive without symbolic links,
so each library is there once, under the name by which others need it (its soname): two copies in
one process would be two engines. Run paths are relative, so it works where it is unpacked.
Libraries of others are added by ``auditwheel``; their licences are collected here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import glibc
from elftools.elf.elffile import ELFFile

SOURCE = Path(__file__).resolve().parent
LEVELS = ("", "glibc-hwcaps/x86-64-v3")
# modules whose libraries are larger than all the rest
LEFT_OUT = {"raytrace"}
# parts of every Linux that a manylinux wheel may rely on, which auditwheel leaves out
SYSTEM = re.compile(r"(ld-linux-x86-64|libc|libm|libdl|libpthread|libgcc_s|libstdc\+\+|libz)\.so\.")


def soname(file: Path) -> str | None:
    """The name that a shared library gives itself; None when it is no library."""
    with file.open("rb") as stream:
        if stream.read(4) != b"\x7fELF":
            return None
        dynamic = ELFFile(stream).get_section_by_name(".dynamic")
        names = [tag.soname for tag in dynamic.iter_tags("DT_SONAME")]
    return names[0] if names else None


def copy(source: Path, target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)
    return target


def copy_binary(source: Path, target: Path, run_path: str) -> None:
    copy(source, target)
    subprocess.run(["strip", "--strip-unneeded", target], check=True)
    subprocess.run(["patchelf", "--set-rpath", run_path, target], check=True)


def copy_libraries(source: Path, lib: Path) -> None:
    for level in LEVELS:
        depth = len(Path(level).parts)
        run_path = "$ORIGIN:$ORIGIN" + "/.." * depth if depth else "$ORIGIN"
        for file in sorted((source / level).glob("*.so*")):
            name = None if file.is_symlink() else soname(file)
            if name is not None:
                copy_binary(file, lib / level / name, run_path)
    for name in ("libfulcrum.so.0", "libmujoco.so.3.6.0"):
        if not (lib / name).exists():
            sys.exit(f"assemble: {source} has no library that calls itself {name}")
    # what a symbolic link does elsewhere: -lfulcrum finds the library
    (lib / "libfulcrum.so").write_text("INPUT(libfulcrum.so.0)\n", encoding="ascii")


def copy_modules(source: Path, target: Path) -> None:
    for file in sorted(source.rglob("*")):
        place = file.relative_to(source)
        if file.stem in LEFT_OUT:
            continue
        if file.suffix == ".so":
            copy_binary(file, target / place, "$ORIGIN" + "/.." * (len(place.parts) + 1))
        elif file.suffix == ".json":
            copy(file, target / place)
    if not any(target.glob("*.json")):
        sys.exit(f"assemble: {source} has no modules")


def copy_package_description(source: Path, target: Path) -> None:
    """fulcrum.pc with places relative to itself, for the makefiles of modules."""
    places = {
        "prefix": "${pcfiledir}/../..",
        "libdir": "${prefix}/lib",
        "includedir": "${prefix}/include",
        "moduledir": "${libdir}/fulcrum/modules",
    }
    lines = [line.partition("=") for line in source.read_text(encoding="utf-8").splitlines()]
    text = [
        f"{name}={places[name]}" if name in places else name + equals + rest
        for name, equals, rest in lines
    ]
    target.parent.mkdir(parents=True)
    target.write_text("\n".join(text) + "\n", encoding="utf-8")


def foreign_libraries(folder: Path) -> list[Path]:
    """Files of the libraries of others that the binaries below a folder need."""
    needed = set()
    for file in folder.rglob("*.so*"):
        listing = subprocess.run(["ldd", file], capture_output=True, text=True, check=False).stdout
        for name, path in re.findall(r"(\S+) => (/\S+)", listing):
            if not SYSTEM.match(name) and folder not in Path(path).resolve().parents:
                needed.add(Path(path).resolve())
    return sorted(needed)


def rebind_libraries(libraries: list[Path], stubs: Path, target: Path) -> None:
    """Copies that run on an older glibc, of those libraries that need them."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for file in libraries:
        name = soname(file)
        if name and glibc.too_new(file.read_bytes()):
            glibc.rebind(file, target / name, stubs)


def copy_licences(libraries: list[Path], target: Path) -> None:
    # libc++ is in our library, not beside it
    compiler = os.environ.get("LIBCXX_CXX") or "clang++ -stdlib=libc++"
    found = subprocess.run(
        [*compiler.split(), "-print-file-name=libc++.a"],
        capture_output=True,
        text=True,
        check=True,
    )
    for file in [*libraries, Path(found.stdout.strip()).resolve()]:
        package = ""
        # packages of merged systems name files below /lib
        for name in (str(file), str(file).removeprefix("/usr")):
            owner = subprocess.run(
                ["dpkg-query", "-S", name], capture_output=True, text=True, check=False
            )
            package = package or owner.stdout.split(":")[0]
        licence = Path("/usr/share/doc", package, "copyright")
        if not package or not licence.exists():
            sys.exit(
                f"assemble: the licence of {file} is not known; "
                "install the library from a Debian package"
            )
        copy(licence, target / f"{file.name.split('.so')[0].removesuffix('.a')}.txt")


def main(prefix: Path, libdir: Path, version: str, stubs: Path, package: Path) -> None:
    shutil.rmtree(package, ignore_errors=True)
    unused = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCE / "fulcrum", package / "fulcrum", ignore=unused)
    shutil.copytree(SOURCE / "command", package / "command")
    for name in ("pyproject.toml", "hatch_build.py", "README.md"):
        copy(SOURCE / name, package / name)
    copy(SOURCE.parent / "LICENSE", package / "LICENSE")
    (package / "VERSION").write_text(version + "\n", encoding="ascii")

    inside = package / "fulcrum" / "prefix"
    shutil.copytree(prefix / "include", inside / "include")
    copy_binary(prefix / "bin" / "fulcrum", inside / "bin" / "fulcrum", "$ORIGIN/../lib")
    copy_libraries(libdir / "fulcrum" / "compat-libc++", inside / "lib")
    copy_modules(libdir / "fulcrum" / "modules", inside / "lib" / "fulcrum" / "modules")
    copy_package_description(
        libdir / "pkgconfig" / "fulcrum.pc", inside / "lib" / "pkgconfig" / "fulcrum.pc"
    )
    libraries = foreign_libraries(inside)
    rebind_libraries(libraries, stubs, package.with_suffix(".libraries"))
    copy_licences(libraries, package / "licenses")


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:3]), sys.argv[3], Path(sys.argv[4]), Path(sys.argv[5]).resolve())
