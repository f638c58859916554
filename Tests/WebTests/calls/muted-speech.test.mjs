import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MutedSpeechMonitor } from '../../../Web/features/calls/capture/muted-speech-monitor.js';
import { MutedSpeechDetector } from '../../../Web/calls/capture/muted-speech-detector.js';
import { ClockDouble } from './doubles/time.mjs';

const [loud, quiet] = [0.1, 0.001];
/** One level every 100 ms, as the page measures; when the notice appears and disappears, in milliseconds. */
function changes(levels, speech = new MutedSpeechDetector()) {
    const found = [];
    let before = false;
    for (const [index, level] of levels.entries()) {
        const isTold = speech.take(level, 5000 + index * 100);
        if (isTold !== before) found.push(index * 100);
        before = isTold;
    }
    return found;
}
const times = (count, level) => Array.from({ length: count }, () => level);

/** [case, levels, when the notice appears and disappears] */
const speeches = [
    ['silence', times(100, quiet), []],
    ['a cough', [...times(3, loud), ...times(60, quiet)], []],
    ['claps', Array.from({ length: 60 }, (_, index) => (index % 10 === 0 ? loud : quiet)), []],
    ['a sentence', [...times(20, loud), ...times(60, quiet)], [800, 5400]],
    ['words with pauses', [...times(4, loud), ...times(3, quiet), ...times(4, loud), ...times(60, quiet)], [800, 4500]],
    ['a long talk is reported as long as it lasts', times(300, loud), [800]],
    ['talking on soon is not reported again', [...times(20, loud), ...times(60, quiet), ...times(30, loud), ...times(40, quiet)], [800, 5400]],
    ['talking after a pause is reported again', [...times(20, loud), ...times(200, quiet), ...times(30, loud)], [800, 5400, 22_800]],
];
for (const [title, levels, expected] of speeches) {
    test(`speaking while muted is reported: ${title}`, () => assert.deepEqual(changes(levels), expected));
}

/** A microphone whose copy is measured. */
function bench() {
    const clock = new ClockDouble();
    const [track, other] = [{}, {}];
    const open = [];
    const told = [];
    const levels = { now: quiet };
    const watch = new MutedSpeechMonitor({
        clock, told: (isUnheard) => told.push(isUnheard),
        open: (from) => {
            open.push(from);
            return { level: () => levels.now, close: () => { open.splice(open.indexOf(from), 1); } };
        },
    });
    const call = (change = {}) => ({ isMuted: true, phase: 'inCall', members: [{ slot: 0 }], ownStream: { getAudioTracks: () => [track] }, ...change });
    return { clock, watch, open, told, levels, call, track, other };
}

test('the microphone is monitored only while muted in a call with others, and by one meter', () => {
    const { watch, open, call, track, other, clock } = bench();
    const none = { getAudioTracks: () => [] };
    for (const [state, expected] of [
        [null, []], [call({ isMuted: false }), []], [call(), [track]], [call(), [track]], [call({ phase: 'ending' }), []], [call({ phase: 'outgoing' }), []], [call({ members: [] }), []],
        [call(), [track]], [call({ ownStream: { getAudioTracks: () => [other] } }), [other]], [call({ ownStream: none }), []], [call({ ownStream: null }), []], [call(), [track]], [null, []],
    ]) {
        watch.update({ call: state });
        assert.deepEqual(open, expected);
        assert.equal(clock.waiting, expected.length);
    }
});

test('speaking while muted is reported once, and ends with unmuting', async () => {
    const { watch, told, levels, call, clock } = bench();
    watch.update({ call: call() });
    await clock.advance(2000);
    assert.deepEqual(told, []);
    levels.now = loud;
    await clock.advance(2000);
    assert.deepEqual(told, [true]);
    watch.update({ call: call({ isMuted: false }) });
    assert.deepEqual(told, [true, false]);
    await clock.advance(5000);
    assert.deepEqual([told, clock.waiting], [[true, false], 0]);
});

test('a browser that cannot monitor the microphone changes nothing', async () => {
    const clock = new ClockDouble();
    const watch = new MutedSpeechMonitor({ clock, told: () => assert.fail(), open: () => { throw new Error('no more'); } });
    const call = { isMuted: true, phase: 'inCall', members: [{ slot: 0 }], ownStream: { getAudioTracks: () => [{}] } };
    watch.update({ call });
    watch.update({ call: { ...call, isMuted: false } });
    await clock.advance(1000);
    assert.equal(clock.waiting, 0);
});
