"""A participant refuses the other's device in a call: from then on nothing is sealed for it, and the connection stays healthy."""
import json

import pytest

from bench.process import until
from bench.programs import LineProgram, PageProgram

pytestmark = pytest.mark.waiting

#: How long nothing is wrong after the other one was told, which takes ten seconds already: longer than silence may last anywhere.
SILENCE = 4
#: Everything that a page reports about its connection from now on.
WATCH = """void (globalThis.benchConnections = new Set(), setInterval(() => {
    const call = ecallInspection.state.call;
    benchConnections.add(call?.connection ?? 'none');
    for (const { isAway } of call?.members.filter((one) => one.slot !== null) ?? []) if (isAway) benchConnections.add('the other reconnects');
}, 50))"""


def watches(program):
    """Starts recording its connection state, and the other one's; the record is read later."""
    if program.kind == "page":
        program.person.page.evaluate(WATCH)
        return lambda: sorted(program.person.page.evaluate("[...benchConnections]"))
    start = len(program.child.lines)

    def said():
        events = [json.loads(line) for line in program.child.lines[start:] if line.startswith("{")]
        return sorted({"connected"} | {f"{one['event']} {one['state']}" for one in events if one.get("event") in ("connection", "participantConnection")})
    return said


# Over 10 s: the test waits to see whether silence breaks anything.
@pytest.mark.limit(150)
@pytest.mark.parametrize("judge", ["page", "ecall"])
def test_a_refusal_breaks_no_line(cast, judge):
    """Both stay connected for longer than the silence that would count as broken, and hear each other again after comparing numbers."""
    page, line = cast.signed_in(), cast.command_line()
    cast.befriend(page, line)
    refuses, refused = (PageProgram(page), LineProgram(line)) if judge == "page" else (LineProgram(line), PageProgram(page))
    refused.waits()
    refuses.call(refused)
    refused.answers(refuses)
    until(lambda: refuses.hears(refused) and refused.hears(refuses), "both hear each other", 30)
    said = [watches(program) for program in (refuses, refused)]
    refuses.refuses(refused)
    until(lambda: refused.sees(refuses).keeps_out, "the other one is told that it is not let in", 20)
    page.page.page.wait_for_timeout(SILENCE * 1000)
    assert [one() for one in said] == [["connected"], ["connected"]]
    assert refuses.sees(refused).trust == "held:refused"
    refuses.answers_card(refused, "compare")
    until(lambda: refuses.sees(refused).hears and refused.sees(refuses).hears, "each has the other's key", 30)
