import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { LineSampler, sampleOfReport, sampleOfSending } from '../../../Web/calls/quality/line-sampler.js';
import { judge } from '../../../Web/calls/quality/quality-cause.js';
import { QualityWatch } from '../../../Web/calls/quality/quality-watch.js';
import { newCall, reduceCall } from '../../../Web/features/calls/call-state.js';
import { qualityBars, qualitySentence } from '../../../Web/features/calls/quality.js';
import { QualityMeter, scoreOf } from '../../../Web/calls/quality/quality-level.js';
import { said } from '../english.mjs';
import { follow } from './doubles/members.mjs';

const { cases } = JSON.parse(readFileSync(new URL('../../Vectors/call-quality.json', import.meta.url), 'utf8'));

test('the quality of a connection matches the vectors, second by second', () => {
    assert.equal(cases.length, 49);
    for (const { name, samples, levels } of cases) {
        const meter = new QualityMeter();
        assert.deepEqual(samples.map((sample) => meter.take(sample)), levels, name);
        assert.equal(scoreOf(samples[0]), levels[0], name);
    }
});

const lines = ({ sending = null, received = {}, reported = {}, isFar = false }) => {
    const levels = (named) => new Map(Object.entries(named).map(([user, level]) => [Number(user), level]));
    return { sending, received: levels(received), reported: levels(reported), isFar };
};
/** [connections, the level of this device's and its cause, whose connection is weak besides] */
const judged = [
    [{}, 'good', null, ''],
    [{ sending: 'good', received: { 2: 'good' }, reported: { 2: 'good' } }, 'good', null, ''],
    [{ sending: 'fair', received: { 2: 'good' } }, 'fair', null, ''],
    [{ sending: 'poor', received: { 2: 'good', 3: 'good' } }, 'poor', 'sending', ''],
    // One person who receives us badly may have a bad connection, if the media server gets everything we send.
    [{ sending: 'good', received: { 2: 'good' }, reported: { 2: 'poor' } }, 'good', null, ''],
    [{ sending: null, received: { 2: 'good' }, reported: { 2: 'poor' } }, 'poor', 'sending', ''],
    [{ sending: 'good', received: { 2: 'good', 3: 'good' }, reported: { 2: 'poor', 3: 'poor' } }, 'poor', 'sending', ''],
    [{ sending: 'good', received: { 2: 'good', 3: 'good' }, reported: { 2: 'poor', 3: 'good' } }, 'good', null, ''],
    [{ sending: 'good', received: { 2: 'poor', 3: 'good' } }, 'good', null, '2'],
    [{ sending: 'good', received: { 2: 'poor', 3: 'fair' } }, 'good', null, '2'],
    [{ sending: 'good', received: { 2: 'poor', 3: 'lost' } }, 'poor', 'receiving', ''],
    // Between two people it is the other's connection, unless something indicates this device's.
    [{ sending: 'good', received: { 2: 'poor' } }, 'good', null, '2'],
    [{ sending: 'good', received: { 2: 'poor' }, isFar: true }, 'poor', 'receiving', ''],
    [{ sending: 'fair', received: { 2: 'lost' } }, 'lost', 'receiving', ''],
    [{ sending: null, received: { 2: 'poor' } }, 'poor', 'receiving', ''],
    [{ sending: 'poor', received: { 2: 'poor', 3: 'good' } }, 'poor', 'sending', '2'],
];
test('the participant with a bad connection, and the reason, match the vectors', () => {
    const { rows } = JSON.parse(readFileSync(new URL('../../Vectors/quality-cause.json', import.meta.url), 'utf8'));
    assert.equal(rows.length, 63);
    for (const row of rows) {
        const byUser = (levels) => new Map(levels.map((level, index) => [index + 2, level]));
        const { own } = judge({ ...row, received: byUser(row.received), reported: byUser(row.reported) });
        assert.deepEqual(own, { level: row.own ?? 'good', cause: row.cause }, JSON.stringify(row));
    }
});

test('the participants’ reports on each other decide whose connection is weak', () => {
    for (const [given, level, cause, weak] of judged) {
        const { own, others } = judge(lines(given));
        const names = [...others].filter(([, one]) => one === 'poor' || one === 'lost').map(([user]) => user).join();
        assert.deepEqual([own.level, own.cause, names], [level, cause, weak], JSON.stringify(given));
    }
});

const track = (lost, received, frames = 0, frozen = 0) => ({ lost, received, bytes: 0, jitter: 0.012, freezes: 0, frames, frozen });
const came = (audio, video, roundTrip = 0.05) => ({ audio, video, roundTrip });

test('video that never arrives counts as frozen from the second its packets arrive', () => {
    const sampler = new LineSampler();
    sampler.take(came(track(0, 10), track(0, 0, 0)), 0, true);
    assert.equal(sampler.take(came(track(0, 60), track(0, 40, 0)), 1000, true).frozenMs, null);
    assert.equal(sampler.take(came(track(0, 110), track(0, 90, 0)), 2000, true).frozenMs, 1000);
    assert.equal(sampler.take(came(track(0, 160), track(0, 140, 15)), 3000, true).frozenMs, 0);
});

test('a sample describes what arrived in the last second', () => {
    const sampler = new LineSampler();
    assert.equal(sampler.take(came(track(0, 0), null), 0, true), null);
    assert.equal(sampler.take(came(track(0, 0), null), 1000, true), null, 'before anything came nothing is missed');
    assert.equal(sampler.take(came(track(0, 10), null), 1500, true), null, 'half a second is none');
    assert.deepEqual(sampler.take(came(track(5, 45), track(0, 30, 20)), 2000, true), {
        receiving: true, lossAudio: 0.1, lossVideo: 0, rttMs: 50, jitterMs: 12, frozenMs: null,
    });
    // The picture is frozen, and afterwards the duration is known; a camera that is off is frozen for no one.
    assert.equal(sampler.take(came(track(5, 95), track(0, 30, 20)), 3000, true).frozenMs, 1000);
    assert.equal(sampler.take(came(track(5, 145), track(10, 60, 40, 0.25)), 4000, true).frozenMs, 250);
    assert.equal(sampler.take(came(track(5, 195), track(10, 90, 60, 4)), 5000, true).frozenMs, 1000);
    assert.deepEqual(sampler.take(came(track(5, 245), track(10, 90, 60, 4)), 6000, false), {
        receiving: true, lossAudio: 0, lossVideo: null, rttMs: 50, jitterMs: 12, frozenMs: null,
    });
    assert.deepEqual(sampler.take(came(track(5, 245), track(10, 90, 60, 4), null), 7000, false), {
        receiving: false, lossAudio: null, lossVideo: null, rttMs: null, jitterMs: 12, frozenMs: null,
    });
    assert.equal(sampler.take(came(track(0, 3), null), 8000, true), null, 'another connection counts anew');
});

test('a sample of what this device sends has the same units', () => {
    assert.equal(sampleOfSending({ audio: null, video: null, roundTrip: null }), null);
    const sending = { audio: { loss: 0.12, jitter: 0.02 }, video: { loss: 0, jitter: 0.5 }, roundTrip: 0.9 };
    assert.deepEqual(sampleOfSending(sending), { receiving: true, lossAudio: 0.12, lossVideo: 0, rttMs: 900, jitterMs: 20, frozenMs: null });
    const report = { video: { loss: 8192, jitter: 30 }, audio: { loss: 6554, jitter: 90 }, bitrate: 0, freezes: 3, layer: null };
    assert.deepEqual({ ...sampleOfReport(report), lossAudio: null }, { receiving: true, lossAudio: null, lossVideo: null, rttMs: null, jitterMs: 90, frozenMs: null });
    assert.equal(scoreOf(sampleOfReport(report)), 'poor');
});

test('connections are rated each second, reported on change, and forgotten when replaced', () => {
    const said = [];
    const watch = new QualityWatch(({ own, others }) => said.push(`${own.level} ${own.cause ?? '-'} ${[...others].map(([userId, level]) => `${userId} ${level}`).join()}`.trim()));
    const good = { audio: { loss: 0, jitter: 0 }, video: null, roundTrip: 0.02 };
    let now = 0;
    const lost = { 2: 0, 3: 0 };
    const received = { 2: 0, 3: 0 };
    /** Seconds in which each loses this share of 100 packets. */
    const pass = (seconds, losses, sending = good) => {
        for (let half = 0; half < 2 * seconds; half += 1) {
            now += 500;
            for (const [user, share] of Object.entries(losses)) {
                lost[user] += 50 * share;
                received[user] += 50 * (1 - share);
            }
            watch.look(new Map(Object.keys(losses).map((user) => [Number(user), came(track(lost[user], received[user]), null)])), sending, now);
        }
    };
    pass(4, { 2: 0, 3: 0 });
    pass(1, { 2: 0.2, 3: 0 });
    assert.deepEqual(said, ['good -', 'good - 2 good,3 good']);
    pass(2, { 2: 0.2, 3: 0 });
    assert.equal(said.at(-1), 'good - 2 poor,3 good');
    pass(2, { 2: 0.2, 3: 0.2 });
    assert.equal(said.at(-1), 'poor receiving 2 good,3 good');
    pass(6, { 2: 0, 3: 0 });
    assert.equal(said.at(-1), 'good - 2 good,3 good');
    pass(2, { 2: 0, 3: 0 }, { ...good, audio: { loss: 0.3, jitter: 0 } });
    assert.equal(said.at(-1), 'poor sending 2 good,3 good');
    watch.forget();
    pass(1, { 2: 0, 3: 0 });
    assert.equal(said.at(-1), 'good -', 'nothing is known of those lines');
    // Both hear little; a report counts for ten seconds.
    pass(1, { 2: 0, 3: 0 });
    const report = { video: { loss: 0, jitter: 0 }, audio: { loss: 30_000, jitter: 0 }, bitrate: 0, freezes: 0, layer: 0 };
    for (const user of [2, 3]) watch.reported(user, report, now);
    pass(2, { 2: 0, 3: 0 });
    assert.equal(said.at(-1), 'poor sending 2 good,3 good');
    pass(9, { 2: 0, 3: 0 });
    assert.equal(said.at(-1), 'good - 2 good,3 good');
    watch.left(3);
    pass(1, { 2: 0 });
    assert.equal(said.at(-1), 'good - 2 good');
});

test('a weak connection shows one sentence, and bars with a name; a good one shows neither', () => {
    let call = newCall({ phase: 'inCall', peer: { userId: 2, name: 'Ana' }, isVideo: true, isOutgoing: true, connection: 'connected' });
    for (const [userId, name] of [[2, 'Ana'], [3, 'Bo'], [4, 'Cai']]) call = follow(call, { type: 'joined', userId, name }, 0);
    const sentence = (level, cause, others, change = {}) => {
        const rated = follow(call, { type: 'rated', levels: others }, 0);
        return said(qualitySentence({ ...reduceCall(rated, { type: 'ownQuality', own: { level, cause } }, 0), ...change }));
    };
    assert.equal(sentence('fair', null, { 2: 'fair', 3: 'good' }), null);
    assert.equal(sentence('good', null, { 2: 'poor' }), 'Ana’s connection is weak.');
    assert.equal(sentence('good', null, { 2: 'lost' }), 'No audio or video from Ana right now.');
    assert.equal(sentence('good', null, { 2: 'poor', 4: 'lost' }), 'Ana and Cai have weak connections.');
    assert.equal(sentence('good', null, { 2: 'poor', 3: 'poor', 4: 'poor' }), '3 people have weak connections.');
    assert.equal(sentence('poor', 'sending', { 2: 'poor' }), 'Your connection is weak. Your video may freeze for others.');
    assert.equal(sentence('poor', 'sending', {}, { isVideo: false }), 'Your connection is weak. You may be hard to hear.');
    assert.equal(sentence('poor', 'receiving', {}), 'Your connection is weak. Others may be hard to see and hear.');
    assert.equal(sentence('poor', 'sending', {}, { connection: 'reconnecting' }), null, 'that is said already');
    const away = follow(follow(call, { type: 'rated', levels: { 2: 'lost' } }, 0), { type: 'reached', userId: 2, isOn: false }, 0);
    assert.equal(qualitySentence(away), null, 'and so is that');
    assert.equal(qualityBars('good', 'other'), null);
    for (const [level, name, filled] of [['fair', 'Connection: fair', 2], ['poor', 'Connection: weak', 1], ['lost', 'Connection: lost', 0]]) {
        const bars = qualityBars(level, 'other');
        assert.equal(said(bars.props['aria-label']), name);
        assert.equal(bars.children.filter(({ props }) => props.class.includes('filled')).length, filled);
    }
});
