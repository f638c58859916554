import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callPreparation } from '../../../Web/app/call-preparation.js';
import { canProtectMedia } from '../../../Web/media/call-worker.js';

/** Calls behind permissions and a check, which are called in this order. */
function bench(canCall) {
    const done = [];
    const calls = Object.fromEntries(['call', 'callPeople', 'callAgain', 'answer'].map((name) => [name, () => done.push(name)]));
    const permissions = { before: async (devices, go) => { done.push(devices.join()); go(); } };
    const check = { beforeCall: (planned, go) => { done.push('check'); go(); } };
    const store = { state: { call: { phase: 'incoming', isVideo: true, members: [] } } };
    return { done, ...callPreparation(calls, { store, permissions, check, canCall: () => canCall }) };
}

const planned = { people: [{ userId: 5, name: 'Bo' }], isVideo: true };

test('a browser that cannot make calls asks for no microphone before it says so', () => {
    const { done, placing, beforeJoining } = bench(false);
    placing.call(5, 'Bo', true);
    placing.callPeople(planned.people, true);
    placing.callAgain();
    placing.answer(true);
    beforeJoining(planned, () => done.push('join'));
    assert.deepEqual(done, ['call', 'callPeople', 'callAgain', 'answer', 'join']);
});

test('other browsers ask for permissions and check devices first', () => {
    const { done, placing, beforeJoining } = bench(true);
    placing.call(5, 'Bo', true);
    beforeJoining(planned, () => done.push('join'));
    assert.deepEqual(done, ['microphone,camera', 'check', 'call', 'microphone,camera', 'check', 'join']);
});

test('a browser without WebRTC, or without encoded transforms, cannot make calls', () => {
    const parts = ['RTCPeerConnection', 'RTCRtpScriptTransform'];
    const found = [[], [0], [1], [0, 1]].map((there) => {
        for (const place of there) globalThis[parts[place]] = class {};
        const answer = canProtectMedia();
        for (const part of parts) delete globalThis[part];
        return answer;
    });
    assert.deepEqual(found, [false, false, false, true]);
});
