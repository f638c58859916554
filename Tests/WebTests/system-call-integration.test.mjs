import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCall, reduceCall } from '../../Web/features/calls/call-state.js';
import { SystemCallIntegration } from '../../Web/features/calls/system-call-integration.js';
import { english } from './english.mjs';
import { follow } from './calls/doubles/members.mjs';

/** A call with this many others, all of whom are visible. */
function callOf(count, change = {}) {
    let call = newCall({ phase: 'outgoing', peer: { userId: 1, name: 'P1' }, isVideo: true, isOutgoing: true });
    call = reduceCall(call, { type: 'connection', state: 'connected' }, 0);
    for (let userId = 1; userId <= count; userId += 1) {
        call = follow(call, { type: 'joined', userId, name: `P${userId}` }, 0);
        call = reduceCall(call, { type: 'firstPicture', userId }, 0);
    }
    return { ...call, ...change, view: { ...call.view, ...change.view } };
}

/** A system that counts the requests to it. */
class SystemFeatures {
    awake = 0;
    told = [];
    handlers = null;
    keepAwake = async () => {
        this.awake += 1;
        return () => { this.awake -= 1; };
    };
    onVisible = (body) => { this.seen = body; };
    tell = (told) => this.told.push(told);
    onMediaKeys = (handlers) => { this.handlers = handlers; };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('the screen stays on during video, again after the page was hidden, and is released after the call even if granted late', async () => {
    const system = new SystemFeatures();
    const integration = new SystemCallIntegration(system, {}, english.string.bind(english));
    integration.update({ call: callOf(1) });
    await settle();
    assert.equal(system.awake, 1);
    system.seen();
    await settle();
    assert.equal(system.awake, 1);
    integration.update({ call: callOf(0, { isCameraOn: false }) });
    assert.equal(system.awake, 0);
    integration.update({ call: callOf(1) });
    integration.update({ call: null });
    await settle();
    assert.equal(system.awake, 0);
    system.seen();
    await settle();
    assert.equal(system.awake, 0);
});

test('media session and small window show the participants and the device states once, and act', () => {
    const system = new SystemFeatures();
    const done = [];
    const integration = new SystemCallIntegration(system, { toggleMute: () => done.push('mute'), toggleCamera: () => done.push('camera'), hangUp: () => done.push('end') }, english.string.bind(english));
    integration.update({ call: callOf(1) });
    integration.update({ call: callOf(1) });
    integration.update({ call: callOf(1, { isMuted: true }) });
    assert.deepEqual(system.told.map(({ isMicrophoneOn }) => isMicrophoneOn), [true, false]);
    for (const handler of Object.values(system.handlers)) handler();
    assert.deepEqual(done, ['mute', 'camera', 'end']);
    integration.update({ call: callOf(1, { phase: 'ended' }) });
    assert.deepEqual([system.told.at(-1), system.handlers], [null, { togglemicrophone: null, togglecamera: null, hangup: null }]);
});
