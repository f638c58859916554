import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { DownlinkRate } from '../../../Web/calls/quality/downlink-rate.js';
import { QueueMeter, readReception, readSending } from '../../../Web/calls/quality/reception.js';
import { ReceiverLimits } from '../../../Web/calls/quality/receiver-limits.js';
import { unsaid } from '../../../Web/keys/channels/report-message.js';
import { ReceptionReports } from '../../../Web/calls/quality/reception-reports.js';
import { arrivalOf, waitFor } from '../../../Web/calls/quality/report-pace.js';

const sequences = JSON.parse(readFileSync(new URL('../../Vectors/downlink-rate.json', import.meta.url), 'utf8'));

test("the receiver’s bandwidth estimate matches the vectors", () => {
    assert.equal(sequences.length, 8);
    for (const { name, steps } of sequences) {
        const rate = new DownlinkRate();
        for (const { at, rate: expected, ...arrival } of steps) {
            rate.take(arrival, at);
            assert.equal(rate.rate === null ? null : Math.round(rate.rate), expected, `${name} at ${at} ms`);
        }
    }
});

test('reception reports have the contents and the pace of the vectors', () => {
    const { waits, arrivals } = JSON.parse(readFileSync(new URL('../../Vectors/report-pace.json', import.meta.url), 'utf8'));
    assert.deepEqual([waits.length, arrivals.length], [37, 22]);
    for (const { said, bitrate, wait } of waits) assert.equal(waitFor(bitrate, said), wait, `${bitrate} after ${said}`);
    for (const { name, now, before, loss, jitter } of arrivals) assert.deepEqual(arrivalOf(now, before), { loss, jitter }, name);
});

test('queueing delay is the round trip above the shortest of the last 30 seconds', () => {
    const queue = new QueueMeter();
    const found = [[0.1, 0], [0.35, 1000], [null, 2000], [0.09, 3000], [0.2, 4000], [0.2, 34_000]].map(([trip, at]) => queue.take(trip, at).toFixed(2));
    assert.deepEqual(found, ['0.00', '0.25', '0.00', '0.00', '0.11', '0.00']);
});

test('browser statistics are read by track kind, with the round trip of the nominated pair', () => {
    const stats = new Map([
        ['a', { type: 'inbound-rtp', kind: 'video', packetsLost: 3, packetsReceived: 9, bytesReceived: 1000, jitter: 0.01, freezeCount: 2, framesDecoded: 60, totalFreezesDuration: 0.4 }],
        ['b', { type: 'inbound-rtp', kind: 'audio', packetsLost: -1, packetsReceived: 5, bytesReceived: 10, jitter: 0 }],
        ['c', { type: 'candidate-pair', nominated: true, state: 'succeeded', currentRoundTripTime: 0.05 }],
        ['d', { type: 'candidate-pair', nominated: false, state: 'succeeded', currentRoundTripTime: 9 }],
        ['e', { type: 'outbound-rtp', kind: 'video' }],
    ]);
    assert.deepEqual(readReception(stats), {
        video: { lost: 3, received: 9, bytes: 1000, jitter: 0.01, freezes: 2, frames: 60, frozen: 0.4 },
        audio: { lost: 0, received: 5, bytes: 10, jitter: 0, freezes: 0, frames: 0, frozen: 0 }, roundTrip: 0.05,
    });
    assert.deepEqual(readReception(new Map()), { video: null, audio: null, roundTrip: null });
});

test('the media server’s reports on what this device sends are read', () => {
    const stats = new Map([
        ['a', { type: 'remote-inbound-rtp', kind: 'video', fractionLost: 0.25, jitter: 0.03, roundTripTime: 0.2 }],
        ['b', { type: 'remote-inbound-rtp', kind: 'audio', roundTripTime: 0.1 }],
        ['c', { type: 'outbound-rtp', kind: 'audio' }],
    ]);
    assert.deepEqual(readSending(stats), { video: { loss: 0.25, jitter: 0.03 }, audio: { loss: 0, jitter: 0 }, roundTrip: 0.2 });
    assert.deepEqual(readSending(new Map()), { video: null, audio: null, roundTrip: null });
});

const track = (lost, received, bytes = 0, freezes = 0) => ({ lost, received, bytes, jitter: 0.0261, freezes });

test('reports cover the tracks since the last report, every four seconds, and at once when less is wanted', () => {
    const reports = new ReceptionReports();
    const take = (video, audio, now, roundTrip = 0.02) => reports.make(new Map([['2_21', { video, audio, roundTrip }]]), now)['2_21'];
    assert.deepEqual(Object.keys(reports.make(new Map([['3_31', { video: null, audio: track(0, 1), roundTrip: null }]]), 0)), []);
    const first = take(track(10, 90, 0, 1), track(0, 100), 1000);
    assert.deepEqual([first.bitrate, first.layer], [0, 2]);
    assert.equal(take(track(12, 190, 62_500, 2), track(0, 150), 2000), first, 'it can wait');
    // 23 of 98 are lost: 0.85 of the 500 kbit/s that arrive, and a lower layer.
    assert.deepEqual(take(track(35, 265, 125_000, 2), track(0, 150), 3000), {
        video: { loss: 8192, jitter: 30 }, audio: { loss: 0, jitter: 30 }, bitrate: 425, freezes: 1, layer: 1,
    });
    // Another connection starts counting anew: no negative numbers, and the estimate stays.
    assert.deepEqual(take(track(0, 5), null, 7000, null), {
        video: { loss: 0, jitter: 30 }, audio: { loss: 0, jitter: 0 }, bitrate: 425, freezes: 0, layer: 1,
    });
    assert.deepEqual(reports.make(new Map(), 8000), {});
});

test('the wanted layer is reported at once: none for an off-screen picture, and no larger than its tile', () => {
    const reports = new ReceptionReports();
    const take = (wanted, now, video = track(0, 100)) => {
        const report = reports.make(new Map([['2_21', { video, audio: null, roundTrip: 0.02, wanted }]]), now)['2_21'];
        return [report?.layer, reports.layers.get('2_21')];
    };
    assert.deepEqual(take(1, 1000, null), [1, 1], 'nothing has come yet: asked for, since who was told that nobody looks may send nothing');
    assert.deepEqual([take(1, 1500), take(0, 2000), take(2, 2500), take(null, 3000), take(null, 9000, null), take(2, 9500)], [[1, 1], [0, 0], [2, 2], [null, undefined], [null, undefined], [2, 2]]);
});

/** The plan for these receivers after each of these events: a number advances the seconds, otherwise [bitrate, layer, receiver]. */
function planned(receivers, ...happenings) {
    const limits = new ReceiverLimits();
    limits.are(new Set(receivers));
    return happenings.map((happening) => {
        if (typeof happening === 'number') for (let tick = 0; tick < 2 * happening; tick += 1) limits.tick();
        else if (typeof happening === 'string') limits.are(new Set(happening.split(' ').filter(Boolean)));
        else limits.take({ bitrate: happening[0], layer: happening[1] }, happening[2]);
        return limits.plan.map((bitrate) => bitrate ?? '-').join(' ');
    });
}

test('the worst receiver of a layer lowers its rate at once, it rises gradually, and tiny changes are ignored', () => {
    assert.deepEqual(planned(['a', 'b'], 9, [0, 1, 'a'], [0, 1, 'b'], 1, 20, [500, 1, 'a'], [300, 1, 'b'], [1, 1, 'b'], [4_294_967_295, null, 'b'], 1, 20), [
        '- 350000 -', '- 350000 -', '- 350000 -', '- 400715 -', '- 500000 -', '- 500000 -', '- 300000 -', '- 100000 -', '- 100000 -', '- 114490 -', '- 500000 -',
    ]);
});

test('exactly the layers that receivers want are sent; a receiver without a report counts as wanting the initial ones', () => {
    assert.deepEqual(planned([], 'a', [0, 2, 'a'], 'a b', [0, 0, 'b'], [0, 9, 'b'], [0, null, 'a'], [0, null, 'b'], 'b', 'b c', ''), [
        '- - 350000', '- - 350000', '- 350000 350000', '150000 - 350000', '- - 350000', '- - 350000', '- - -', '- - -', '- 350000 -', '- - 350000',
    ]);
    assert.deepEqual(planned(['a', 'b', 'c', 'd', 'e'], 1), ['150000 - -']);
});

test('the bitrate of a report limits only the layer that its receiver wants', () => {
    assert.deepEqual(planned(['a', 'b'], [0, 2, 'a'], [120, 0, 'b'], 20, [400, 2, 'a'], 'b', 'a b'), [
        '- 350000 350000', '120000 - 350000', '120000 - 1200000', '120000 - 400000', '120000 - -', '120000 350000 -',
    ]);
});

test('a report about gestures alone leaves the initial limits of a client without gestures', () => {
    const limits = new ReceiverLimits();
    limits.are(new Set(['2_22']));
    for (let half = 0; half < 20; half += 1) {
        limits.take(unsaid, '2_22');
        limits.tick();
    }
    assert.ok(limits.plan[0] > 0 && limits.plan[0] <= 350_000, 'it sends, and no more than it would');
    assert.deepEqual(limits.plan.slice(1).filter((rate) => rate !== null), []);
});
