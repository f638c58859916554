"""The build cache: scratch folders of SwiftPM that outlive a checkout.

SwiftPM finds third-party modules up to date when its scratch folder stays at its path, whatever checkout it builds. So a
slot is lent to one checkout at a time, and the next one compiles only its own modules. A copied scratch folder, or one that
is reached through a symbolic link, does not build: both were tried.

    CACHE/KEY/N            the scratch folder; `checkout` in it links to its owner, as the server that looks for its page does
    CACHE/KEY/N.json       the owner's token, the names of all own targets that were ever built in it, and whether a build
                           has succeeded since it was lent
    CHECKOUT/.build/slot   the token of the checkout; a checkout that was deleted or copied has none that fits
"""
import fcntl
import json
import os
import re
import secrets
import shutil
from contextlib import contextmanager
from pathlib import Path

#: The number of slots without an owner that are kept for a key.
SPARE = 2
TARGET = re.compile(r"\.(?:target|executableTarget|testTarget|systemLibrary)\(\s*name: \"([^\"]+)\"")


def default_cache(environment):
    """The folder of the cache: `ECALL_BUILD_CACHE`, or a folder below the user's cache folder."""
    if named := environment.get("ECALL_BUILD_CACHE"):
        return Path(named).absolute()
    base = environment.get("XDG_CACHE_HOME") or Path(environment.get("HOME") or "/tmp") / ".cache"
    return Path(base).absolute() / "ecall/build"


class Slot:
    """One scratch folder."""

    def __init__(self, path):
        self.path = path
        self._record = path.with_name(path.name + ".json")

    @property
    def checkout(self):
        """The checkout that used the slot last; None for a new one."""
        link = self.path / "checkout"
        return Path(os.readlink(link)) if link.is_symlink() else None

    def read(self):
        try:
            return json.loads(self._record.read_text())
        except (OSError, ValueError):
            return {"token": None, "targets": [], "isTrusted": True}

    def write(self, **changes):
        fresh = self._record.with_suffix(".new")
        fresh.write_text(json.dumps(self.read() | changes))
        fresh.replace(self._record)

    def is_owned(self):
        """Whether the checkout that it was lent to is still there."""
        token = self.read()["token"]
        return token is not None and self.checkout is not None and token_of(self.checkout) == token

    def is_owned_by(self, checkout):
        return self.checkout == checkout and self.is_owned()

    def assign(self, checkout, token):
        """Assigns the slot to a checkout, without modules of another one."""
        is_new = not self.path.exists()
        self.remove_modules(set(self.read()["targets"]) | set(own_targets(checkout)))
        self.path.mkdir(parents=True, exist_ok=True)
        link = self.path / "checkout"
        link.unlink(missing_ok=True)
        link.symlink_to(checkout)
        self.write(token=token, isTrusted=is_new)

    def release(self):
        self.write(token=None)

    def remove_modules(self, targets):
        """Deletes what SwiftPM built for these targets, and the products linked from them."""
        names = targets | {target.replace("-", "_") for target in targets}
        for folder in self.path.glob("*/*"):
            # debug and release, below the name of the platform.
            if not (folder / "Modules").is_dir():
                continue
            for item in [*folder.iterdir(), *(folder / "Modules").iterdir()]:
                stem = item.name.partition(".")[0]
                if stem in names or stem.startswith(("ecallPackage", "ecall_")):
                    remove(item)

    def wipe(self):
        """Deletes everything that was built. The owner stays."""
        link = self.checkout
        remove(self.path)
        self.path.mkdir()
        if link:
            (self.path / "checkout").symlink_to(link)
        self.write(isTrusted=True)

    def discard(self):
        remove(self.path)
        self._record.unlink(missing_ok=True)


def remove(path):
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def own_targets(checkout):
    """Names of all targets in a checkout's manifest."""
    manifest = checkout / "Package.swift"
    return TARGET.findall(manifest.read_text()) if manifest.exists() else []


def token_of(checkout):
    try:
        return (checkout / ".build/slot").read_text().strip()
    except OSError:
        return None


def link_programs(checkout, slot):
    """`.build/debug` is what people type."""
    for configuration in ("debug", "release"):
        link = checkout / ".build" / configuration
        if link.is_symlink() or not link.exists():
            link.unlink(missing_ok=True)
            link.symlink_to(slot.path / configuration)


class Cache:
    """All slots below a folder. Each change is made under a lock, so that two checkouts never get the same slot."""

    def __init__(self, folder):
        self.folder = folder

    @contextmanager
    def _lock(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / "lock", "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _slots(self):
        return {key.name: [Slot(path) for path in sorted(key.iterdir(), key=_number) if path.is_dir() and path.name.isdigit()]
                for key in self.folder.iterdir() if key.is_dir()}

    def claim(self, checkout, key):
        """The slot of a checkout: its own, else one whose checkout is gone, else a new one."""
        with self._lock():
            slots = self._slots()
            for other, its in slots.items():
                for slot in its:
                    if slot.is_owned_by(checkout):
                        if other == key:
                            return self._noted(slot, checkout)
                        slot.release()
            mine = next((slot for slot in slots.get(key, ()) if not slot.is_owned()), None)
            if mine is None:
                numbers = [int(slot.path.name) for slot in slots.get(key, ())]
                mine = Slot(self.folder / key / str(max(numbers, default=0) + 1))
            token = token_of(checkout) or secrets.token_hex(16)
            (checkout / ".build").mkdir(exist_ok=True)
            (checkout / ".build/slot").write_text(token + "\n")
            mine.assign(checkout, token)
            self._discard_old(key)
            return self._noted(mine, checkout)

    @staticmethod
    def _noted(slot, checkout):
        """Stores the targets that will be built in it, including those that a later version of the manifest no longer has."""
        targets = set(slot.read()["targets"])
        if not targets.issuperset(own_targets(checkout)):
            slot.write(targets=sorted(targets.union(own_targets(checkout))))
        return slot

    def _discard_old(self, key):
        """Slots without an owner: those of other keys, which nothing will fit again soon, and more than a few of this one."""
        for other, its in self._slots().items():
            free = [slot for slot in its if not slot.is_owned()]
            for slot in free[SPARE if other == key else 0:]:
                slot.discard()


def _number(path):
    return (len(path.name), path.name)
