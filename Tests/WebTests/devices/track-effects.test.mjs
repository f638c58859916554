import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptDevices } from '../../../Web/media/capture-devices.js';
import { effectsOf, switchEffect, withEffects } from '../../../Web/media/track-effects.js';

const track = (kind, capabilities, settings) => ({ kind, getCapabilities: () => capabilities, getSettings: () => settings });
const both = [true, false];

test('the effects of a track are those that it can switch, on as far as it reports them', () => {
    for (const [kind, capabilities, settings, wanted] of [
        ['video', { backgroundBlur: both }, { backgroundBlur: true }, { backgroundBlur: true }],
        ['video', { backgroundBlur: both }, {}, { backgroundBlur: false }],
        // The system has turned it on, or off, for good.
        ['video', { backgroundBlur: [true] }, { backgroundBlur: true }, {}],
        ['video', { backgroundBlur: [false] }, { backgroundBlur: false }, {}],
        ['video', { noiseSuppression: both }, { noiseSuppression: true }, {}],
        ['audio', { noiseSuppression: both, voiceIsolation: both, backgroundBlur: both }, { noiseSuppression: true, voiceIsolation: false }, { noiseSuppression: true, voiceIsolation: false }],
        ['audio', { echoCancellation: both }, { echoCancellation: true }, {}],
        ['audio', {}, {}, {}],
    ]) assert.deepEqual(effectsOf(track(kind, capabilities, settings)), wanted);
    assert.deepEqual([effectsOf(null), effectsOf({ kind: 'audio' })], [{}, {}], 'a browser that tells nothing');
});

test('devices are opened with the chosen effects of their kind, and with nothing else changed', () => {
    const chosen = { backgroundBlur: true, noiseSuppression: false };
    assert.deepEqual(withEffects({ audio: { noiseSuppression: true, echoCancellation: true }, video: { width: 1280 } }, chosen), { audio: { noiseSuppression: false, echoCancellation: true }, video: { width: 1280, backgroundBlur: true } });
    assert.deepEqual(withEffects({ audio: { noiseSuppression: true } }, {}), { audio: { noiseSuppression: true } });
    assert.deepEqual(withEffects({ video: true }, chosen), { video: true });
});

test('a switched effect is what the track reports afterwards, not what it was told', async () => {
    const refuses = { ...track('audio', { noiseSuppression: both }, { noiseSuppression: true }), getConstraints: () => ({}), applyConstraints: async () => { throw new DOMException('no', 'OverconstrainedError'); } };
    const ignores = { ...refuses, applyConstraints: async () => {} };
    for (const one of [refuses, ignores]) assert.deepEqual([await switchEffect(one, 'noiseSuppression', false), await switchEffect(one, 'noiseSuppression', true)], [false, true]);
});

test('stored effects are read as far as they are valid', () => {
    for (const [kept, wanted] of [['{"effects":{"backgroundBlur":true,"noiseSuppression":"no","sepia":true}}', { backgroundBlur: true }], ['{"effects":7}', {}], ['{"effects":null}', {}], ['{}', {}], [null, {}], ['no JSON', {}]]) assert.deepEqual(keptDevices(kept).effects, wanted);
});
