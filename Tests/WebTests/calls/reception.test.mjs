import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { DownlinkRate } from '../../../Web/calls/reception/downlink-rate.js';
import { QueueMeter, readReception, readSending } from '../../../Web/calls/reception/reception.js';
import { ReceiverLimits } from '../../../Web/calls/reception/receiver-limits.js';
import { ReceptionReports } from '../../../Web/calls/reception/reception-reports.js';

const sequences = JSON.parse(readFileSync(new URL('../../Vectors/downlink-rate.json', import.meta.url), 'utf8'));

test("the receiver's estimate is that of the vectors", () => {
    assert.equal(sequences.length, 8);
    for (const { name, steps } of sequences) {
        const rate = new DownlinkRate();
        for (const { at, rate: expected, ...arrival } of steps) {
            rate.take(arrival, at);
            assert.equal(rate.rate === null ? null : Math.round(rate.rate), expected, `${name} at ${at} ms`);
        }
    }
});

test('a queue is the round trip above the shortest of the last 30 seconds', () => {
    const queue = new QueueMeter();
    const found = [[0.1, 0], [0.35, 1000], [null, 2000], [0.09, 3000], [0.2, 4000], [0.2, 34_000]].map(([trip, at]) => queue.take(trip, at).toFixed(2));
    assert.deepEqual(found, ['0.00', '0.25', '0.00', '0.00', '0.11', '0.00']);
});

test('what browsers count is read: tracks by kind, the round trip of the pair that carries the media', () => {
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

test('what the media server says of what is sent is read', () => {
    const stats = new Map([
        ['a', { type: 'remote-inbound-rtp', kind: 'video', fractionLost: 0.25, jitter: 0.03, roundTripTime: 0.2 }],
        ['b', { type: 'remote-inbound-rtp', kind: 'audio', roundTripTime: 0.1 }],
        ['c', { type: 'outbound-rtp', kind: 'audio' }],
    ]);
    assert.deepEqual(readSending(stats), { video: { loss: 0.25, jitter: 0.03 }, audio: { loss: 0, jitter: 0 }, roundTrip: 0.2 });
    assert.deepEqual(readSending(new Map()), { video: null, audio: null, roundTrip: null });
});

const track = (lost, received, bytes = 0, freezes = 0) => ({ lost, received, bytes, jitter: 0.0261, freezes });

test('reports say what became of the tracks since the last ones, every four seconds, and that less is carried at once', () => {
    const reports = new ReceptionReports();
    const take = (video, audio, now, roundTrip = 0.02) => reports.make(new Map([['2_21', { video, audio, roundTrip }]]), now)['2_21'];
    assert.deepEqual(Object.keys(reports.make(new Map([['3_31', { video: null, audio: track(0, 1), roundTrip: null }]]), 0)), []);
    const first = take(track(10, 90, 0, 1), track(0, 100), 1000);
    assert.equal(first.bitrate, 0);
    assert.equal(take(track(12, 190, 62_500, 3), track(0, 150), 2000), first, 'it can wait');
    // 23 of 98 are lost: 0.85 of the 500 kbit/s that arrive.
    assert.deepEqual(take(track(35, 265, 125_000, 3), track(0, 150), 3000), {
        video: { loss: 8192, jitter: 30 }, audio: { loss: 0, jitter: 30 }, bitrate: 425, freezes: 2, layer: 0,
    });
    // Another connection counts anew: no negative numbers, and the estimate stays.
    assert.deepEqual(take(track(0, 5), null, 7000, null), {
        video: { loss: 0, jitter: 30 }, audio: { loss: 0, jitter: 0 }, bitrate: 425, freezes: 0, layer: 0,
    });
    assert.deepEqual(reports.make(new Map(), 8000), {});
});

test('the worst receiver counts at once, more comes by and by, and next to nothing is not followed', () => {
    const limits = new ReceiverLimits();
    const after = (seconds) => {
        for (let tick = 0; tick < 2 * seconds; tick += 1) limits.tick();
        return limits.limit;
    };
    const take = (bitrate, layer, receiver) => {
        limits.take({ bitrate, layer }, receiver);
        return limits.limit;
    };
    const found = [
        after(9), take(0, 0, 'a'), after(1), after(20), take(500, 0, 'a'), take(300, 0, 'b'), take(1, 0, 'b'), take(4_294_967_295, null, 'b'),
        after(1), after(20),
    ];
    limits.forget('a');
    assert.deepEqual([...found, after(1)], [350_000, 350_000, 400_715, null, 500_000, 300_000, 100_000, 100_000, 114_490, 500_000, 572_450]);
});
