import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { mediaWait } from '../../../Web/calls/quality/media-wait.js';
import { newCall, reduceCall } from '../../../Web/features/calls/call-state.js';
import { mediaWaitSentence } from '../../../Web/features/calls/media-wait-note.js';
import { phaseLabel } from '../../../Web/features/calls/call-labels.js';
import { said } from '../english.mjs';
import { follow } from './doubles/members.mjs';

const { rows } = JSON.parse(await readFile(new URL('../../Vectors/media-wait.json', import.meta.url), 'utf8'));

test('late media have the cause that the vectors state', () => {
    assert.equal(rows.length, 14);
    for (const { wait, ...facts } of rows) assert.equal(mediaWait(facts), wait, JSON.stringify(facts));
});

const device = (change) => ({ type: 'device', callId: 7, userId: 2, deviceId: 22, trust: 'new', isPostQuantum: true, isRecording: false, hearsUs: true, hasKey: true, keepsOut: false, ...change });
const comes = { type: 'joined', callId: 7, userId: 2, name: 'Bo', deviceId: 22 };
const isProtected = { type: 'encryption', callId: 7, state: 'protected' };
const line = (state) => ({ type: 'connection', callId: 7, state });
const placed = newCall({ phase: 'outgoing', id: 7, peer: { userId: 2, name: 'Bo' }, isVideo: false, isOutgoing: true });

/** The sentence this long after the other person has joined. */
function sentence(events, milliseconds) {
    const call = events.reduce((before, event) => follow(before, event, 5000), placed);
    const words = mediaWaitSentence(call, 5000 + milliseconds);
    return [phaseLabel(call) && said(phaseLabel(call)), words && said(words)];
}

test('a call without media says for 10 seconds that it connects, then whose network is to blame and what to do', () => {
    const own = 'Audio and video can’t get through your network. Use another network, or ask this one’s administrator to allow calls.';
    const others = 'Nothing is arriving from the other side yet. The network there may be blocking audio and video.';
    const blocked = [line('connecting'), comes, device({}), isProtected];
    assert.deepEqual(sentence(blocked, 9999), ['Connecting…', null]);
    assert.deepEqual(sentence(blocked, 10_000), ['Connecting…', own]);
    assert.deepEqual(sentence([...blocked, line('reconnecting')], 10_000), ['Reconnecting…', own]);
    assert.deepEqual(sentence([...blocked, line('connected')], 10_000), ['Connecting…', others]);
    assert.deepEqual(sentence([...blocked, line('connected'), { type: 'firstSound', callId: 7, userId: 2, milliseconds: 1 }], 60_000), [null, null]);
});

test('a device that waits to be confirmed is not a blocked network', () => {
    assert.deepEqual(sentence([line('connected'), comes, device({ trust: 'held:newDevice', hearsUs: false, hasKey: false })], 60_000), ['Connecting…', null]);
});

test('nobody is blamed while the call rings', () => {
    assert.deepEqual(sentence([line('connecting')], 60_000), ['Calling…', null]);
});
