import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importCallKey, nameOf } from '../../../Web/frames/key-schedule.js';
import { ReplayWindow } from '../../../Web/frames/replay-window.js';
import { TrackOpener } from '../../../Web/frames/track-opener.js';
import { encodeHeader, makeKeyID } from '../../../Web/frames/sframe-header.js';
import { SFrameKey } from '../../../Web/frames/sframe-key.js';
import { deriver, frames, keysOf, makeOpener, makeSealer, outcomeOf, seal } from './doubles.mjs';

const big = 1n << 48n;
/** [counters that were opened, counters that are accepted then, counters that are not] */
const windows = [
    [[], [0n, 1n, big - 1n, (1n << 64n) - 1n], []],
    [[0n], [1n, 128n, big], [0n]],
    [[5n], [0n, 4n, 6n], [5n]],
    [[127n], [0n, 126n], [127n]],
    [[128n], [1n, 127n], [0n, 128n]],
    [[0n, 1n, 2n, 130n], [3n, 129n, 131n], [0n, 1n, 2n, 130n]],
    [[3n, 1n, 2n], [0n, 4n], [1n, 2n, 3n]],
    [[0n, 127n], [1n, 126n], [0n, 127n]],
    [[0n, 128n], [1n], [0n]],
    [[7n, big - 1n], [big - 2n, big - 128n, big], [7n, big - 129n, big - 1n]],
    [[(1n << 64n) - 1n], [(1n << 64n) - 2n], [(1n << 64n) - 1n, 0n]],
];
for (const [opened, accepted, refused] of windows) {
    test(`after ${opened.join(', ') || 'nothing'} the window takes ${accepted.join(', ')} and not ${refused.join(', ') || 'nothing else'}`, () => {
        const window = new ReplayWindow();
        for (const counter of opened) window.mark(counter);
        for (const counter of accepted) assert.ok(window.accepts(counter), `${counter}`);
        for (const counter of refused) assert.ok(!window.accepts(counter), `${counter}`);
    });
}

for (const codec of ['opus', 'vp8', 'h264']) {
    test(`${codec}: out of order once each; again never, not even twice at the same time`, async () => {
        const keys = await keysOf(1);
        const sealed = await seal(codec, keys, 140);
        const opener = await makeOpener(codec, keys);
        const order = [0, 2, 1, 3, 139, 12, 11, 10, 2];
        const outcomes = [];
        for (const index of order) outcomes.push(outcomeOf(await opener.open(sealed[index], 0)));
        assert.deepEqual(outcomes, [...Array(6).fill('opened'), 'replay', 'replay', 'replay']);
        const twice = await Promise.all([opener.open(sealed[100], 0), opener.open(sealed[100], 0)]);
        assert.deepEqual(twice.map(outcomeOf).sort(), ['opened', 'replay']);
        const fresh = await makeOpener(codec, keys);
        const first = await Promise.all([fresh.open(sealed[0], 0), fresh.open(sealed[0], 0)]);
        assert.deepEqual(first.map(outcomeOf).sort(), ['opened', 'replay'], 'the first frame of a session');
    });
}

test('a frame that fails does not move the window', async () => {
    const keys = await keysOf(1);
    const [first, second] = await seal('opus', keys, 2);
    const opener = await makeOpener('opus', keys);
    const damaged = second.slice();
    damaged[damaged.length - 1] ^= 1;
    const outcomes = [];
    for (const payload of [first, damaged, second]) outcomes.push(outcomeOf(await opener.open(payload, 0)));
    assert.deepEqual(outcomes, ['opened', 'badTag', 'opened']);
});

test('a gap asks for a key frame at most twice a second until one is opened; a late frame is no gap', async () => {
    const keys = await keysOf(1);
    const sealer = makeSealer('vp8');
    const sealed = [];
    for (const kind of 'KDDDDKDD') sealed.push((await sealer.seal(kind === 'K' ? frames.vp8Key : frames.vp8Delta, keys.newest)).sealed);
    const opener = await makeOpener('vp8', keys);
    /** [frame, when, whether a key frame is asked for] */
    const steps = [[0, 0, false], [1, 1, false], [3, 2, true], [4, 501, false], [2, 502, true], [5, 1100, false], [7, 1700, true]];
    for (const [index, now, asks] of steps) assert.equal((await opener.open(sealed[index], now)).needsKeyFrame, asks, `frame ${index}`);
    const calm = await makeOpener('vp8', keys);
    for (const [now, index] of [0, 1, 2, 3, 5, 4, 6].entries()) assert.equal((await calm.open(sealed[index], now * 1000)).needsKeyFrame, false, `frame ${index}`);
});

test('a receiver that has opened no key frame asks for one, but not before it has a key', async () => {
    const [keys, none] = [await keysOf(1), await keysOf()];
    const sealer = makeSealer('vp8', { isContinued: true });
    const { sealed } = await sealer.seal(frames.vp8Delta, keys.newest);
    assert.deepEqual(await (await makeOpener('vp8', none)).open(Uint8Array.of(1, 2), 0), { dropped: 'malformed', needsKeyFrame: false });
    assert.equal((await (await makeOpener('vp8', keys)).open(sealed, 0)).needsKeyFrame, true);
});

test('what is no sealed frame is dropped as such, whatever it is', async () => {
    const keys = await keysOf(1);
    const keyID = makeKeyID(keys.newest.tag, 5n);
    const header = encodeHeader({ keyID, counter: 0n });
    const nothing = {
        opus: [[], [0xf0], header.subarray(0, 8), encodeHeader({ keyID: 5n, counter: 0n }), encodeHeader({ keyID: keyID & ~(1n << 63n), counter: 0n }),
            [0xf8, ...header.subarray(1), 0], [0xf8, ...header.subarray(1), 7], [0xf9, ...header.subarray(1), 0, 9, ...new Uint8Array(16)],
            [0xe8, ...header.subarray(1)]],
        vp8: [[], [0], [0x11, 0, 0], frames.vp8Key.subarray(0, 10), frames.vp8Key],
        h264: [[], [0x65, 0x88], [0, 0, 1], [0, 0, 1, 0x65, 0x88], [0, 0, 1, 0x67, 1, 2, 3], [0, 0, 1, 0xe5, 0x88, ...header, 0x80],
            [0, 0, 1, 0x65, 0x88, ...header], [0, 0, 1, 0x65, 0x88, 0x80, 0, 0, 1, 0x41, 0x9a, 0x80], frames.h264Key],
    };
    for (const [codec, payloads] of Object.entries(nothing)) {
        const opener = await makeOpener(codec, keys);
        for (const payload of payloads) assert.equal(outcomeOf(await opener.open(Uint8Array.from(payload), 0)), 'malformed', `${codec} ${payload}`);
    }
});

test('a header without ciphertext, or with less than a tag, is a bad tag; so are a frame of another device, track or call key', async () => {
    const keys = await keysOf(1);
    const header = encodeHeader({ keyID: makeKeyID(keys.newest.tag, 5n), counter: 0n });
    const opener = await makeOpener('opus', keys);
    for (const length of [0, 1, 15, 16]) {
        assert.equal(outcomeOf(await opener.open(Uint8Array.from([...header, ...new Uint8Array(length)]), 0)), 'badTag');
    }
    const [sealed] = await seal('opus', keys);
    assert.equal(outcomeOf(await (await makeOpener('opus', keys, '1_12')).open(sealed, 0)), 'badTag');
    assert.equal(outcomeOf(await (await makeOpener('vp8', keys)).open(Uint8Array.from([...frames.vp8Key.subarray(0, 10), ...sealed]), 0)), 'badTag');
    const large = new Uint8Array(4_000_000);
    large.set(header);
    assert.equal(outcomeOf(await opener.open(large, 0)), 'badTag');
});

test('a sealed frame without content goes to no decoder', async () => {
    const keys = await keysOf(1);
    const key = await SFrameKey.derive(await deriver('opus')(keys.newest), makeKeyID(keys.newest.tag, 5n));
    const opener = await makeOpener('opus', keys);
    assert.equal(outcomeOf(await opener.open(await key.seal(new Uint8Array(), 0n, new Uint8Array()), 0)), 'malformed');
});

test('an unknown tag is held for 300 ms from its first frame on, then dropped; a retired one is dropped at once', async () => {
    const [keys, others] = [await keysOf(1), await keysOf(1)];
    const [first, second, third] = await seal('opus', others, 3);
    const opener = await makeOpener('opus', keys);
    assert.deepEqual(await opener.open(first, 1000), { heldUntil: 1300 });
    assert.deepEqual(await opener.open(second, 1299), { heldUntil: 1300 });
    assert.equal(outcomeOf(await opener.open(first, 1300)), 'noKey');
    assert.equal(outcomeOf(await opener.open(third, 5000)), 'noKey', 'later ones are not held again');
    await opener.update([{ ...others.newest, id: 50 }], 5000);
    assert.equal(outcomeOf(await opener.open(second, 5000)), 'opened');
    await opener.update([{ ...others.newest, id: 50, expiresAt: 6000 }], 5000);
    assert.equal(outcomeOf(await opener.open(third, 5999)), 'opened');
    assert.equal(outcomeOf(await opener.open(third, 6000)), 'retiredKey');
});

test('no more than 32 unknown tags are waited for at once', async () => {
    const keys = await keysOf(1);
    const opener = await makeOpener('opus', keys);
    const payload = (tag) => Uint8Array.from([...encodeHeader({ keyID: makeKeyID(tag ^ keys.newest.tag, 1n), counter: 0n }), ...new Uint8Array(16)]);
    const outcomes = [];
    for (let tag = 1; tag <= 33; tag += 1) outcomes.push(outcomeOf(await opener.open(payload(tag), 0)));
    assert.deepEqual(outcomes, [...Array(32).fill('held'), 'heldTooMany']);
    assert.equal(outcomeOf(await opener.open(payload(40), 10_300)), 'held', 'forged tags are forgotten');
});

test('a new session closes the older one 2 s later, for good', async () => {
    const keys = await keysOf(1);
    const [old, young] = [await seal('opus', keys, 5), await seal('opus', keys, 3)];
    const opener = await makeOpener('opus', keys);
    const outcome = async (payload, now) => outcomeOf(await opener.open(payload, now));
    assert.equal(await outcome(old[0], 0), 'opened');
    assert.equal(await outcome(young[0], 1000), 'opened');
    assert.equal(await outcome(old[1], 2999), 'opened');
    assert.equal(await outcome(old[2], 3000), 'closedSession');
    assert.equal(await outcome(young[1], 3000), 'opened');
    assert.equal(await outcome(old[3], 9000), 'closedSession');
});

test('a new key brings a new session, which closes the one under the key before', async () => {
    const keys = await keysOf(1);
    const old = await seal('opus', keys, 3);
    const key = await importCallKey(crypto.getRandomValues(new Uint8Array(32)));
    keys.install(key, await nameOf(key), 2, null, 0);
    const [young] = await seal('opus', keys);
    const opener = await makeOpener('opus', keys);
    assert.equal(outcomeOf(await opener.open(old[0], 0)), 'opened');
    assert.equal(outcomeOf(await opener.open(young, 0)), 'opened');
    assert.equal(outcomeOf(await opener.open(old[1], 2000)), 'closedSession');
});

test('at most 8 sessions are open; those whose time is over go first, then the one idle for longest', async () => {
    const keys = await keysOf(1);
    const opener = await makeOpener('opus', keys);
    const sessions = [];
    for (let number = 0; number < 10; number += 1) sessions.push(await seal('opus', keys, 4));
    // All within two seconds: none is over by time, so the ninth costs the first.
    for (let number = 0; number < 9; number += 1) assert.equal(outcomeOf(await opener.open(sessions[number][0], number)), 'opened');
    assert.equal(outcomeOf(await opener.open(sessions[0][1], 10)), 'closedSession');
    assert.equal(outcomeOf(await opener.open(sessions[1][1], 11)), 'opened');
    // Session 8 is idle for longest when the tenth begins, but those before it are over by then.
    for (let number = 1; number < 8; number += 1) await opener.open(sessions[number][2], 1900 + number);
    assert.equal(outcomeOf(await opener.open(sessions[9][0], 2100)), 'opened');
    assert.equal(outcomeOf(await opener.open(sessions[8][1], 2101)), 'opened');
});

test('unknown sessions are tried 20 times a second', async () => {
    const keys = await keysOf(1);
    const opener = await makeOpener('opus', keys);
    const forged = (session) => Uint8Array.from([...encodeHeader({ keyID: makeKeyID(keys.newest.tag, BigInt(session)), counter: 0n }), ...new Uint8Array(16)]);
    const outcomes = [];
    for (let session = 1; session <= 21; session += 1) outcomes.push(outcomeOf(await opener.open(forged(session), 0)));
    assert.deepEqual(outcomes, [...Array(20).fill('badTag'), 'closedSession']);
    const [genuine] = await seal('opus', keys);
    assert.equal(outcomeOf(await opener.open(genuine, 999)), 'closedSession');
    assert.equal(outcomeOf(await opener.open(genuine, 1000)), 'opened');
});

test('two keys of one tag are both tried, a third is not', async () => {
    const keys = await keysOf(1, 2, 3);
    const tag = 77;
    const opener = await makeOpener('opus', { entries: keys.entries.map((entry) => ({ ...entry, tag })) });
    const outcomes = [];
    for (const entry of keys.entries) {
        const sealer = makeSealer('opus');
        const { sealed } = await sealer.seal(frames.opus, { ...entry, tag });
        outcomes.push(outcomeOf(await opener.open(sealed, 0)));
    }
    assert.deepEqual(outcomes, ['opened', 'opened', 'badTag']);
});

for (const codec of ['opus', 'vp8', 'h264']) {
    test(`${codec}: a frame that comes while its key is derived does not cost the key`, async () => {
        const keys = await keysOf(1);
        const [early, late] = await seal(codec, keys, 2);
        let proceed;
        const derived = new Promise((resolve) => { proceed = resolve; });
        const opener = new TrackOpener(codec, async (entry) => {
            await derived;
            return deriver(codec)(entry);
        });
        const updating = opener.update(keys.entries, 0);
        assert.deepEqual(outcomeOf(await opener.open(early, 0)), 'held');
        proceed();
        await updating;
        assert.deepEqual([outcomeOf(await opener.open(early, 1)), outcomeOf(await opener.open(late, 2))], ['opened', 'opened']);
    });
}
