"""Measurements, only with --measure N: the time to the first picture of a call, and the cost of a frame."""
import json
import statistics

import pytest

from bench.command_line import event

#: Answers at once, like the person would: the driver's own delay is not part of a call.
ANSWER_AT_ONCE = """void new MutationObserver(() => {
    const [button] = bench.find('button', '^Answer with camera$');
    if (button && !button.disabled) button.click();
}).observe(document.body, { subtree: true, childList: true })"""

#: Microseconds per frame to seal and to open, of the code that the worker runs.
COST = """(async () => {
    const { SenderTrackSealer } = await import('/frames/sender-track-sealer.js');
    const { SenderTrackOpener } = await import('/frames/sender-track-opener.js');
    const { ReceivedKeys } = await import('/frames/received-keys.js');
    const { SFrameKey } = await import('/frames/sframe-key.js');
    const { makeSenderKeyID } = await import('/frames/sender-frame-key-id.js');
    const { baseKeyOf } = await import('/frames/key-schedule.js');
    const { SenderKey } = await import('/keys/sender-key.js');
    const senderKey = new SenderKey(crypto.getRandomValues(new Uint8Array(32)));
    const keyID = makeSenderKeyID({ generation: 7, step: 0, run: 0, random: 1, layer: 0 });
    const costs = {};
    for (const [codec, track, size] of [['opus', 'audio', 160], ['opus', 'audio', 1200], ['vp8', 'video', 1200], ['h264', 'video', 1200],
        ['vp8', 'video', 4000], ['h264', 'video', 4000]]) {
        const baseKey = (key) => baseKeyOf(key.bytes, 1, '1_2', track);
        const sealer = new SenderTrackSealer(codec, await SFrameKey.derive(await baseKey(senderKey), keyID), false);
        const opener = new SenderTrackOpener(baseKey), keys = new ReceivedKeys();
        keys.receive({ generation: 7, step: 0, key: senderKey }, 0);
        const payload = crypto.getRandomValues(new Uint8Array(size));
        // A frame of which each codec takes the front for its own; no start code lies in the rest.
        const frame = codec === 'h264' ? Uint8Array.of(0, 0, 0, 1, 0x41, 0x9A, ...payload.map((byte) => byte | 4)) : payload;
        if (codec === 'vp8') frame[0] |= 1;
        // The browser compiles what runs often, first of all.
        for (let index = 0; index < 500; index++) await opener.open((await sealer.seal(frame)).sealed, codec, keys, 0);
        const sealed = [], count = 1000;
        let start = performance.now();
        for (let index = 0; index < count; index++) sealed.push((await sealer.seal(frame)).sealed);
        const sealing = (performance.now() - start) * 1000 / count;
        start = performance.now();
        let opened = 0;
        for (const one of sealed) if ('opened' in await opener.open(one, codec, keys, 0)) opened++;
        costs[`${codec} ${size}`] = { seal: Math.round(sealing), open: Math.round((performance.now() - start) * 1000 / count), opened };
    }
    return costs;
})()"""


@pytest.fixture
def count(request):
    return request.config.getoption("--measure")


def report(capsys, title, values):
    ordered = sorted(values)
    with capsys.disabled():
        print(f"\nmeasured: {title}: n {len(ordered)}, median {statistics.median(ordered):.0f} ms, "
              f"p95 {ordered[max(0, -(-95 * len(ordered) // 100) - 1)]:.0f} ms, "
              f"from {ordered[0]:.0f} to {ordered[-1]:.0f} ms")


def report_steps(capsys, title, calls):
    """Prints when each step of call setup was done (median and p95), and how long after the one before."""
    middle = {step: statistics.median(call[step] for call in calls if step in call) for call in calls for step in call}
    with capsys.disabled():
        print(f"\nmeasured: {title}, {len(calls)} calls\n{'step':12}{'median':>8}{'p95':>8}{'after':>8}   ms")
        before = 0
        for step in sorted(middle, key=middle.get):
            values = sorted(call[step] for call in calls if step in call)
            print(f"{step:12}{middle[step]:8.0f}{values[-(-95 * len(values) // 100) - 1]:8.0f}{middle[step] - before:+8.0f}")
            before = middle[step]


@pytest.mark.limit(900)
@pytest.mark.parametrize("other", ["page", "command line"])
def test_first_picture(cast, count, capsys, other):
    """Measures from the click on a call button, and from answering, to the first decrypted picture."""
    ana = cast.signed_in()
    bo = cast.signed_in() if other == "page" else cast.command_line()
    cast.befriend(ana, bo)
    child = None
    if other == "page":
        bo.page.evaluate(ANSWER_AT_ONCE)
    else:
        child = bo.listen()
    calling, answering, steps, start = [], [], ([], []), 0
    for _ in range(count):
        ana.call(bo.name)
        ana.wait_pictures()
        if child is None:
            bo.wait_pictures()
            answering.append(bo.statistics()["firstPictureMilliseconds"])
            steps[1].append(bo.statistics()["setUp"])
        else:
            event(child, "firstPicture", start=start)
        calling.append(ana.statistics()["firstPictureMilliseconds"])
        steps[0].append(ana.statistics()["setUp"])
        ana.hang_up()
        ana.wait_phase("ended")
        if child is None:
            bo.wait_phase("ended")
            bo.close_call()
        else:
            ended = event(child, "ended", start=start)
            answering.append(ended["statistics"]["firstPictureMilliseconds"])
            steps[1].append(ended["statistics"]["setUp"])
            start = len(child.lines)
        ana.close_call()
    report(capsys, f"page calls {other}, click to first picture", calling)
    report(capsys, f"{other} answers page, answer to first picture", answering)
    for title, calls in zip(("who calls", "who answers"), steps):
        report_steps(capsys, title, calls)


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_cost_of_a_frame(cast, stage, capsys, browser):
    person = cast.page(browser)
    person.page.goto(f"{stage.origin}/Tests/vectors.html")
    costs = person.page.evaluate(COST)
    assert all(cost["opened"] == 1000 for cost in costs.values()), costs
    with capsys.disabled():
        print(f"\nmeasured: microseconds a frame in {browser}: {json.dumps(costs)}")
