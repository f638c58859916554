"""The progress of a build that takes minutes, counted in object files.

SwiftPM's own "[n/m]" doesn't measure it: it learns of most steps while it builds, so that m grows with n."""
import json
import os
import re
import time

#: Seconds between two lines where no terminal shows each step.
INTERVAL = 15
STEP = re.compile(r"^\[(\d+)/(\d+)\] (.*)")
#: Lines that are shown unchanged.
NOTABLE = re.compile(r"error:|Another instance|^Build complete")


def objects_of(manifest, target):
    """The object files of a target in an llbuild manifest. `target`: a pattern of its whole name."""
    made_by, needs, wanted = {}, {}, []
    command, section = None, ""
    for line in manifest.splitlines():
        if line and not line.startswith(" "):
            section = line
        elif section == "targets:" and (found := re.match(rf'  "{target}": (\[.*\])$', line)):
            wanted = json.loads(found[1])
        elif section == "commands:" and (found := re.match(r'  "(.+)":$', line)):
            command = found[1]
        elif command and (found := re.match(r"    (inputs|outputs): (\[.*\])$", line)):
            if found[1] == "inputs":
                needs[command] = json.loads(found[2])
            else:
                made_by.update(dict.fromkeys(json.loads(found[2]), command))
    objects, seen, ahead = set(), set(), wanted
    while ahead:
        name = ahead.pop()
        maker = made_by.get(name)
        if name.endswith(".o"):
            objects.add(name)
        if maker and maker not in seen:
            seen.add(maker)
            ahead += needs.get(maker, [])
    return objects


class Objects:
    """Those of the object files that do not exist yet."""

    def __init__(self, names):
        self._missing = {name for name in names if not os.path.exists(name)}
        self.total = len(self._missing)

    def done(self):
        self._missing = {name for name in self._missing if not os.path.exists(name)}
        return self.total - len(self._missing)


class Progress:
    """Turns what `swift build` prints into what is shown. `write` takes a whole line; `draw` replaces the current one, and
    is None without a terminal."""

    def __init__(self, write, target, draw=None, now=time.monotonic):
        self._write, self._target, self._draw, self._now = write, target, draw, now
        self._begin = self._told = now()
        self._objects, self._step = None, None

    def read(self, line, manifest):
        """A line of the build. `manifest`: the path of the file that names the objects."""
        if step := STEP.match(line):
            if self._step is None:
                text = manifest.read_text() if manifest.exists() else ""
                self._objects = Objects(objects_of(text, self._target))
            self._step = step
            if self._draw:
                self._draw(line[:100])
        elif NOTABLE.search(line):
            self._write(line)

    def tick(self):
        """Must be called every few seconds: prints a line if the last one is long ago."""
        if self._draw or self._now() - self._told < INTERVAL:
            return
        self._told = self._now()
        self._write(self._sentence())

    def _sentence(self):
        passed = f"{self._now() - self._begin:.0f} s"
        if self._step is None:
            return f"    {passed}: fetching and planning"
        if self._objects.total:
            done = self._objects.done()
            return f"    {passed}: {done} of {self._objects.total} object files ({100 * done // self._objects.total} %)"
        return f"    {passed}: step {self._step[1]}: {self._step[3]}"[:110]
