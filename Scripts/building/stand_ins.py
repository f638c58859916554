"""Compiles the stand-ins of Apple's frameworks, each once for each state of its inputs.

    .build/apple-stubs/NAME-HASH/    the module and its library
    .build/apple-stubs/current/      links to those of this checkout: what the app's targets are given (Package.swift)
        libAppleStandIns.a           names the libraries of all, for the linker

Their folder is not the one that holds the modules of all targets: there they would be found by every package that asks
`canImport`.
"""
import hashlib
import re
import shutil
import subprocess
from pathlib import Path

FLAGS = ("-swift-version", "6", "-parse-as-library", "-O", "-g", "-enable-upcoming-feature", "ExistentialAny",
         "-enable-upcoming-feature", "MemberImportVisibility", "-enable-upcoming-feature", "InternalImportsByDefault",
         "-warnings-as-errors")
IMPORT = re.compile(r"^(?:@\S+ )*(?:public |internal |private )?import (\w+)", re.M)


class Failed(Exception):
    """The output of the compiler."""


class StandIn:
    """One framework: a folder of sources whose name is the module's."""

    def __init__(self, folder):
        self.name = folder.name
        self.sources = sorted(folder.rglob("*.swift"))
        self.imports = set(IMPORT.findall("\n".join(source.read_text() for source in self.sources)))

    def hash(self, compiler, imported):
        """The hash of all inputs of the module. `imported`: the hashes of the stand-ins that it imports."""
        parts = [compiler, *FLAGS, *sorted(imported)]
        for source in self.sources:
            parts += [source.as_posix(), source.read_text()]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def ordered(stand_ins):
    """Each one after those that it imports."""
    left, found = {one.name: one for one in stand_ins}, []
    while left:
        free = [one for one in left.values() if not one.imports & (left.keys() - {one.name})]
        if not free:
            raise Failed(f"these stand-ins import each other: {', '.join(left)}")
        for one in free:
            found.append(left.pop(one.name))
    return found


def compiled(stand_in, folder, modules):
    """Builds the module and the library in a folder that appears only once both are complete."""
    draft = folder.with_name(folder.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    done = subprocess.run(
        ["swiftc", *FLAGS, "-module-name", stand_in.name, "-I", modules, "-emit-module", "-emit-module-path",
         draft / f"{stand_in.name}.swiftmodule", "-emit-library", "-static", "-o", draft / f"lib{stand_in.name}.a",
         *stand_in.sources], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(done.stdout + done.stderr)
    for leftover in [*draft.glob("*.o"), *draft.glob("*.autolink")]:
        leftover.unlink()
    draft.rename(folder)


def build(root, compiler):
    """The folder of all modules; compiles what has changed."""
    base = root / ".build/apple-stubs"
    current = base / "current"
    current.mkdir(parents=True, exist_ok=True)
    hashes, kept = {}, {"current"}
    for stand_in in ordered([StandIn(folder) for folder in sorted((root / "Stubs").iterdir()) if folder.is_dir()]):
        hashes[stand_in.name] = stand_in.hash(compiler, [hashes[name] for name in stand_in.imports if name in hashes])
        folder = base / f"{stand_in.name}-{hashes[stand_in.name]}"
        kept.add(folder.name)
        if not folder.exists():
            compiled(stand_in, folder, current)
        for item in folder.iterdir():
            link(current / item.name, item)
    for item in base.iterdir():
        if item.name not in kept:
            shutil.rmtree(item)
    for item in current.iterdir():
        # The product of a stand-in that was removed.
        if not item.exists():
            item.unlink()
    archive = current / "libAppleStandIns.a"
    # A linker script: the members of a group can call each other, whatever their order.
    script = f"GROUP ( {' '.join(f'-l{name}' for name in hashes)} )\n"
    if not archive.exists() or archive.read_text() != script:
        archive.write_text(script)
    return current


def link(place, target):
    target = Path("..") / target.relative_to(place.parents[1])
    if place.is_symlink() and place.readlink() == target:
        return
    fresh = place.with_name(place.name + ".new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target)
    fresh.replace(place)
