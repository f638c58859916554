import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EncoderStrength } from '../../../Web/calls/quality/encoder-strength.js';
import { LineLayer } from '../../../Web/calls/quality/line-layer.js';
import { readSound } from '../../../Web/calls/quality/reception.js';
import { countedConnections } from '../../../Web/calls/room/connection-budget.js';
import { layerForHeight, startLayer } from '../../../Web/calls/room/layers.js';
import { isReached } from '../../../Web/calls/room/picture-reached.js';
import { planSlots, slotCount } from '../../../Web/calls/room/video-slots.js';
import { planSound } from '../../../Web/calls/room/sound-plan.js';
import { VisiblePeople } from '../../../Web/calls/room/subscriptions.js';
import { withTracksOf } from '../../../Web/media/session-description.js';

const line = (mid, feed, isSent = true) => ({ mid, feed, isSent });
const sources = (...feeds) => feeds.map((feed) => ({ feed }));
/** [existing lines, who should be heard, kept, moved, added, idle] */
const sounds = [
    [[], [], '', '', '', ''],
    [[], [1, 2], '', '', '1 2', ''],
    [[line('a', 1)], [1, 2], 'a1', '', '2', ''],
    [[line('a', 1), line('b', 2)], [1], 'a1', '', '', 'b'],
    [[line('a', 1), line('b', 2, false)], [1], 'a1', '', '', ''],
    [[line('a', 1), line('b', 2, false)], [2, 1], 'b2 a1', '', '', ''],
    [[line('a', 1), line('b', null)], [3, 1], 'a1', 'b3', '', ''],
    [[line('a', 1), line('b', 2)], [3, 4, 5], '', 'a3 b4', '5', ''],
];
test('audio m-lines keep their sender, are reused before new ones are added, and go idle without one', () => {
    for (const [lines, wanted, ...expected] of sounds) {
        const { kept, moved, added, idle } = planSound(lines, sources(...wanted));
        const named = (pairs) => pairs.map(({ line: { mid }, source: { feed } }) => `${mid}${feed}`).join(' ');
        assert.deepEqual([named(kept), named(moved), added.map(({ feed }) => feed).join(' '), idle.map(({ mid }) => mid).join(' ')], expected);
    }
    const { added } = planSound([], sources(...Array.from({ length: 20 }, (_, feed) => feed)));
    assert.equal(added.length, 16, 'never more than can be unmuted');
});

const slot = (id, feed, isShown = true, codec = 'h264') => ({ id, feed, isShown, codec });
/** [existing slots, whom to show by importance, the most slots, shown, idle, new, ended] */
const slots = [
    [[], '1 2 3', 2, '', '', '1 2', ''],
    [[slot(7, 1), slot(8, 2)], '2 1', 2, '8:2 7:1', '', '', ''],
    [[slot(7, 1), slot(8, 2)], '2 3', 2, '8:2 7:3', '', '', ''],
    [[slot(7, 1), slot(8, 2)], '3', 9, '7:3', '8', '', ''],
    [[slot(7, 1, false), slot(8, 2, false)], '2', 9, '8:2', '', '', ''],
    [[slot(7, 1)], '', 9, '', '7', '', ''],
    [[slot(7, 1)], '1 4v', 2, '7:1', '', '4', ''],
    [[slot(7, 1)], '4v', 1, '', '', '4', '7'],
    [[slot(7, 1), slot(8, 2)], '1 4v', 2, '7:1', '', '4', '8'],
];
test('video slots show the wanted senders: none moves without need, the limit holds, and another codec takes another slot', () => {
    for (const [there, wanted, most, ...expected] of slots) {
        const pictures = wanted.split(' ').filter(Boolean).map((name) => ({ feed: Number.parseInt(name, 10), codec: name.endsWith('v') ? 'vp8' : 'h264' }));
        const { shown, idle, made, ended } = planSlots(there, pictures, most);
        assert.deepEqual([shown.map(({ id, picture: { feed } }) => `${id}:${feed}`).join(' '), idle.join(' '), made.map(({ feed }) => feed).join(' '), ended.join(' ')], expected, wanted);
        assert.ok(there.length - ended.length + made.length <= Math.max(most, there.length));
    }
    assert.deepEqual([slotCount({ width: 390, height: 844 }), slotCount({ width: 844, height: 390 }), slotCount({ width: 1280, height: 800 })], [9, 9, 25]);
});

test('the largest pictures come first and cameras that are off last; off-screen participants are not received', () => {
    const visible = new VisiblePeople();
    const people = [1, 2, 3, 4, 5].map((userId) => ({ userId, isVideoEnabled: userId !== 2 }));
    const order = () => visible.order(people).map(({ userId }) => userId);
    assert.deepEqual(order(), [1, 3, 4, 5, 2]);
    assert.deepEqual([visible.set(3, 0), visible.set(3, 0), visible.set(1, 90), visible.set(4, 200)], [true, false, true, true]);
    assert.deepEqual(order(), [5, 4, 1, 2]);
    visible.forget(3);
    assert.deepEqual(order(), [3, 5, 4, 1, 2]);
});

test('the layer follows the tile size, and at first the number of participants', () => {
    assert.deepEqual([1, 240, 241, 480, 481, Infinity].map(layerForHeight), [0, 0, 1, 1, 2, 2]);
    assert.deepEqual([0, 1, 2, 4, 5, 49].map(startLayer), [2, 2, 1, 1, 0, 0]);
});

/** [milliseconds since the last check, the connection, the highest layer that may be requested then] */
const clean = { loss: 0, freezes: 0, rate: null };
const lines = [
    ['nothing wrong', [[500, clean, 2], [60_000, clean, 2]]],
    ['down at once on loss, and no further before that can show', [[500, { ...clean, loss: 0.2 }, 1], [500, { ...clean, loss: 0.2 }, 1], [1500, { ...clean, loss: 0.2 }, 0], [5000, { ...clean, loss: 0.9 }, 0]]],
    ['one freeze does not count, two do', [[500, { ...clean, freezes: 1 }, 2], [4000, { ...clean, freezes: 1 }, 2], [500, { ...clean, freezes: 1 }, 1]]],
    ['a line that carries too little for the layer', [[500, { ...clean, rate: 600_000 }, 2], [500, { ...clean, rate: 499_000 }, 1], [2000, { ...clean, rate: 160_000 }, 1], [500, { ...clean, rate: 140_000 }, 0]]],
    ['up by one after ten seconds without', [[0, { ...clean, loss: 0.2 }, 1], [2000, { ...clean, loss: 0.2 }, 0], [9999, clean, 0], [1, clean, 1], [9999, clean, 1], [1, clean, 2]]],
    ['one bad sample restarts the ten seconds', [[0, { ...clean, loss: 0.2 }, 1], [9000, clean, 1], [500, { ...clean, loss: 0.2 }, 0], [9999, clean, 0], [1, clean, 1]]],
];
for (const [name, steps] of lines) {
    test(`the connection carries the right layer: ${name}`, () => {
        const carries = new LineLayer();
        let now = 5000;
        for (const [index, [time, seen, expected]] of steps.entries()) {
            now += time;
            carries.take(seen, carries.most, now);
            assert.equal(carries.most, expected, `step ${index}`);
        }
    });
}

test('an encoder too slow for three layers during five seconds switches to the lower two', () => {
    const encoder = new EncoderStrength();
    const [all, two] = [[1, 2, 3], [1, null, 3]];
    encoder.take(true, all, 0);
    encoder.take(false, all, 4000);
    encoder.take(true, all, 5000);
    encoder.take(true, two, 9000);
    encoder.take(true, all, 9500);
    encoder.take(true, all, 14_499);
    assert.deepEqual(encoder.of(all), all);
    encoder.take(true, all, 14_500);
    assert.deepEqual([encoder.of(all), encoder.of(two), encoder.of([null, null, 3]), encoder.of([null, null, null])], [[1, 2, null], two, [null, null, 3], [null, null, null]]);
});

test('the volume of each track is measured on decoded audio, by track id or mid', () => {
    const { tracks, roundTrip } = readSound(new Map([
        ['a', { type: 'inbound-rtp', kind: 'audio', trackIdentifier: 't', mid: '0', audioLevel: 0.4, packetsReceived: 3 }],
        ['b', { type: 'inbound-rtp', kind: 'audio', mid: '1' }], ['c', { type: 'inbound-rtp', kind: 'video', mid: '2' }],
        ['d', { type: 'candidate-pair', nominated: true, state: 'succeeded', currentRoundTripTime: 0.05 }],
    ]));
    assert.deepEqual([[...tracks.keys()], tracks.get('t').level, tracks.get('0').received, tracks.get('1').level, roundTrip], [['t', '0', '1'], 0.4, 3, null, 0.05]);
});

test('a picture is reached by itself or a later one, also when the sender’s timestamp wraps around', () => {
    const last = 2 ** 32 - 1;
    assert.deepEqual([[5, 5], [6, 5], [4, 5], [3, last], [last, 3]].map(([timestamp, first]) => isReached(timestamp, first)), [true, true, false, true, false]);
});

test('a tab’s connections are counted, closed ones too, and the limit is reported with what to do', () => {
    const { makeConnection, connectionsLeft } = countedConnections(() => ({ close() {} }), 2);
    makeConnection({}).close();
    assert.equal(connectionsLeft(), 1);
    makeConnection({});
    assert.throws(() => makeConnection({}), ({ code, text }) => code === 'exhausted' && text.key === 'call.failure.exhausted');
    assert.equal(connectionsLeft(), 0);
});

test('tracks are named after their connection in every part of a description', () => {
    const sdp = ['m=audio 9', 'a=msid:janus janus0', 'a=ssrc:1 cname:janus', 'a=ssrc:1 msid:janus janus0', ''].join('\r\n');
    assert.equal(withTracksOf(sdp, 'c7'), ['m=audio 9', 'a=msid:janus c7-janus0', 'a=ssrc:1 cname:janus', 'a=ssrc:1 msid:janus c7-janus0', ''].join('\r\n'));
});
