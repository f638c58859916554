"""Measures the pictures and audio that two people receive from each other over a line."""
import itertools

from bench.command_line import CommandLine, event

numbers = itertools.count(1)
rows = []


class Pair:
    """A person on the far side, and one beside the server: the packets of each cross the line once."""

    def __init__(self, lab, **environment):
        self.lab = lab
        self.ana, self.bo = (CommandLine(side, f"{name} {number}", number) for side, name, number in (
            (lab.far, "Ana", next(numbers)), (lab.near, "Bo", next(numbers))))
        # Pictures that use all the available bits, like those of a camera.
        for person in (self.ana, self.bo):
            person.environment |= {"ECALL_TEST_GRAIN": "1", **environment}
            person.sign_in()
        link = self.ana.link()
        self.bo.run("add", link)
        self.ana.run("accept", self.bo.name)

    def talk(self, seconds, *arguments):
        """A video call that Ana ends a time after her first picture, or finally without one; returns the counters of both."""
        listening = self.bo.listen("--once")
        calling = self.ana.call(self.bo.name, "--video", "--stay-on-line", seconds, "--for", seconds + 30, *arguments)
        ends = {}
        for name, child in (("down", calling), ("up", listening)):
            ends[name] = event(child, "ended", seconds + 60)["statistics"]
        return {way: Side(way, statistics, seconds) for way, statistics in ends.items()}

    def log(self):
        return f"{self.ana.log()}\n{self.bo.log()}"

    def stop(self):
        for person in (self.ana, self.bo):
            person.stop()


class Side:
    """The media that one side received: `down` the far one, `up` the near one."""

    def __init__(self, way, statistics, seconds):
        self.way, self.statistics = way, statistics
        self.first = statistics.get("firstPictureMilliseconds")
        self.fps = sum(statistics["picturesRead"].values()) / seconds
        self.frozen = statistics["frozenMilliseconds"] / 1000
        self.longest = statistics["longestFreezeMilliseconds"] / 1000
        tones = sum(statistics["tonesHeard"].values())
        self.tones = tones / max(1, tones + statistics["tonesUnreadable"])
        # The pictures of a page come from a file: their time is meaningless.
        delays = [statistics.get(f"pictureDelay{part}Milliseconds") for part in ("", "95")]
        self.delay, self.delay95 = delays if None not in delays and delays[0] < 60_000 else (None, None)


def note(title, sides, counts):
    for side in sides.values():
        count = counts[side.way]
        rows.append((title, side.way, _text(side.first), f"{side.fps:.1f}", f"{side.frozen:.1f}", f"{side.longest:.1f}",
                     _text(side.delay), _text(side.delay95), f"{100 * side.tones:.1f}",
                     f"{count['bytes'] // 1000}", f"{count['lost'] + count['overflow']}/{count['packets']}",
                     f"{count['queue_ms_max']:.0f}"))


def _text(number):
    return "-" if number is None else f"{number:.0f}"


def table():
    if not rows:
        return []
    head = ("line", "way", "first ms", "fps", "frozen s", "longest", "delay ms", "p95", "tone %", "kB", "lost", "queue ms")
    widths = [max(len(str(row[i])) for row in [head, *rows]) for i in range(len(head))]
    return ["  ".join(str(cell).ljust(width) for cell, width in zip(row, widths)) for row in [head, *rows]]
