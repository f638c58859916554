"""Four people in one call, one of them with a narrow line: the others are not affected, and that one hears everyone."""
import time

import pytest

from bench.command_line import CommandLine, event
from measure import numbers

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def people(lab):
    everybody = [CommandLine(side, f"{name} {number}", number) for side, name, number in (
        (lab.near, "Ana", next(numbers)), (lab.near, "Bo", next(numbers)), (lab.far, "Cy", next(numbers)), (lab.near, "Dee", next(numbers)))]
    for person in everybody:
        person.environment |= {"ECALL_TEST_GRAIN": "1"}
        person.sign_in()
    for person in everybody[1:]:
        everybody[0].run("add", person.link())
        person.run("accept", everybody[0].name)
    yield everybody
    lab.set("")
    for person in everybody:
        person.stop()


def counted(person):
    """A person's pictures and tones so far from each other person, by number, and the time that each was frozen."""
    statistics = next(line["statistics"] for line in person.run("status", "--once") if "statistics" in line)
    return {"pictures": statistics["picturesRead"], "tones": statistics["tonesHeard"], "frozen": statistics["frozenMilliseconds"]}


def during(people, seconds):
    """Pictures a second and the share of audio from each other person, and seconds in which a picture was frozen."""
    began, before = time.monotonic(), [counted(person) for person in people]
    # The measurement itself takes the time.
    time.sleep(seconds)
    after, took = [counted(person) for person in people], time.monotonic() - began
    rows = []
    for person, was, now in zip(people, before, after):
        fps = {number: (count - was["pictures"].get(number, 0)) / took for number, count in now["pictures"].items()}
        tones = {number: (count - was["tones"].get(number, 0)) / took for number, count in now["tones"].items()}
        rows.append({"fps": fps, "tones": tones, "frozen": (now["frozen"] - was["frozen"]) / 1000})
        print(f"measured: {person.name}: pictures a second {({n: round(v, 1) for n, v in fps.items()})}, "
              f"tones {({n: round(v, 1) for n, v in tones.items()})}, frozen {rows[-1]['frozen']:.1f} s")
    return rows


@pytest.mark.limit(180)
def test_one_narrow_line(lab, people):
    """An overload of the line is noticed within seconds; then audio takes precedence over pictures."""
    lab.set("")
    ana, *others = people
    listening = [person.listen("--once") for person in others]
    calling = ana.call(*[person.name for person in others], "--video")
    for child in (calling, *listening):
        event(child, "firstPicture", 30)
    wide = during(people, 10)
    lab.set("rate=300 delay=20")
    noticing = during(people, 12)
    lab.ask("stats")
    narrow = during(people, 12)
    counts = lab.ask("stats")["down"]
    print(f"measured: {counts['bytes'] * 8 / 12_000:.0f} kbit/s offered to 300, {counts['overflow']} of {counts['packets']} packets lost")
    slow = str(people[2].number)
    for index, person in enumerate(people):
        before, now = wide[index], narrow[index]
        for number, share in now["tones"].items():
            # The line is probed once in this time for the capacity of a picture.
            least = 0.7 if str(person.number) == slow else 0.85
            assert share >= least * before["tones"][number], f"{person.name} hears {number}: {share:.1f} of {before['tones'][number]:.1f}"
        if str(person.number) == slow:
            continue
        for number, fps in now["fps"].items():
            assert number == slow or fps >= 0.75 * before["fps"][number], f"{person.name} sees {number}: {fps:.1f}"
        for number, share in noticing[index]["tones"].items():
            assert number == slow or share >= 0.85 * before["tones"][number], f"{person.name} hears {number}: {share:.1f}"
        for number, fps in noticing[index]["fps"].items():
            assert number == slow or fps >= 0.75 * before["fps"][number], f"{person.name} sees {number}: {fps:.1f}"
    lab.set("")
    ana.run("hangup")
