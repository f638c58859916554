import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callActions } from '../../../Web/features/calls/call-actions.js';
import { newCall } from '../../../Web/features/calls/call-state.js';
import { notify } from '../../../Web/state/notices.js';
import { ringOf } from '../../../Web/features/sounds/sound-rules.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { said } from '../english.mjs';
import { CallFailure } from '../../../Web/calls/model/call-failure.js';
import { ClockDouble, settle } from './doubles/time.mjs';
import { participantsOf } from '../../../Web/features/calls/people/people-state.js';
import { toldOf } from './doubles/members.mjs';

globalThis.location = { hash: '' };
globalThis.history = { replaceState() {} };

/** A page that shows a call with Bo; the controller's events are passed to `received`. */
function bench(change = {}, calls = null) {
    const store = new Store(initialState(0));
    store.set({ route: { name: 'call', id: 7 }, call: newCall({ phase: 'inCall', id: 7, peer: { userId: 2, name: 'Bo' }, isVideo: true, isOutgoing: true, startedAt: 1, ...change }) });
    const clock = new ClockDouble();
    const actions = callActions(store, { signedIn: { calls } }, { clock });
    return { store, clock, ...actions, notices: () => store.state.notices.map(({ text }) => said(text)) };
}

test('a device’s trust may arrive before its participant joins, and is kept', () => {
    const { store, received } = bench();
    for (const [event, expected] of [
        [{ type: 'device', userId: 2, deviceId: 22, trust: 'new', isPostQuantum: true, isRecording: false, keepsOut: false }, undefined],
        [{ type: 'joined', userId: 2, name: 'Bo', deviceId: 22 }, ['new', 22, true]],
        [{ type: 'device', userId: 2, deviceId: 22, trust: 'verified', isPostQuantum: true, isRecording: false, keepsOut: false }, ['verified', 22, true]],
        [{ type: 'joined', userId: 2, name: 'Bo', deviceId: 22 }, ['verified', 22, true]],
        [{ type: 'joined', userId: 3, name: 'Cy' }, [null, null, false]],
    ]) {
        received(toldOf(store.state.call, event));
        const one = participantsOf(store.state.call).at(-1);
        assert.deepEqual(one && [one.trust, one.deviceId, one.isPostQuantum], expected, event.type);
    }
});

test('a participant who has not let this device in is marked, and that is announced once', () => {
    const { store, received } = bench();
    const tells = (keepsOut) => ({ type: 'device', userId: 2, deviceId: 22, trust: 'known', isPostQuantum: true, isRecording: false, keepsOut });
    const words = 'Bo can’t hear you yet. They may need to confirm this device: ask them, for example in a message, to check their screen.';
    for (const [event, expected] of [
        [{ type: 'joined', userId: 2, name: 'Bo', deviceId: 22 }, [false, '']],
        [tells(true), [true, words]],
        [{ type: 'reached', userId: 2, isOn: false }, [true, 'Bo is reconnecting.']],
        [tells(true), [true, 'Bo is reconnecting.']],
        [tells(false), [false, 'Bo is reconnecting.']],
    ]) {
        received(toldOf(store.state.call, event));
        const [one] = participantsOf(store.state.call);
        const { announcement } = store.state.call;
        assert.deepEqual([one?.keepsOut, said(announcement)], expected);
    }
});

test('a participant who records is marked from the start, and each change is announced once', () => {
    const { store, received } = bench();
    const records = (isRecording) => ({ type: 'device', userId: 2, name: 'Bo', trust: 'known', isRecording });
    const tells = (isOn) => ({ type: 'recording', userId: 2, name: 'Bo', isOn });
    const joined = { type: 'joined', userId: 2, name: 'Bo' };
    for (const [event, expected] of [
        [joined, [false, '']],
        [records(true), [true, '']],
        [tells(true), [true, 'Bo is recording this call.']],
        [{ type: 'reached', userId: 2, isOn: false }, [true, 'Bo is reconnecting.']],
        [records(false), [false, 'Bo is reconnecting.']],
        [tells(false), [false, 'Bo stopped recording.']],
        [records(true), [true, 'Bo stopped recording.']],
        [{ type: 'left', userId: 2 }, [undefined, 'Bo stopped recording.']],
        [joined, [true, 'Bo is recording this call.']],
        [{ type: 'left', userId: 2 }, [undefined, 'Bo is recording this call.']],
        [tells(false), [undefined, 'Bo stopped recording.']],
    ]) {
        received(toldOf(store.state.call, event));
        const [one] = participantsOf(store.state.call);
        const { announcement } = store.state.call;
        assert.deepEqual([one?.isRecording, said(announcement)], expected);
    }
});

test('confirming or refusing a device notes the key that was shown', async () => {
    for (const [doing, note] of [['itsThem', 'letIn'], ['notThem', 'refused']]) {
        const said = [];
        const identity = { address: '2_22', sign: 'key', serial: 1 };
        bench({}, { current: { keys: { note: (one) => said.push(one) } } })[doing](identity);
        await settle();
        assert.deepEqual(said, [{ note, identity }]);
    }
});

const ended = (reason) => ({ type: 'ended', callId: 7, reason, problem: null, statistics: null });

test('the notices of a call disappear with it, others stay', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { store, received, notices } = bench();
    notify(store, 'Saved.');
    received({ type: 'notice', callId: 7, text: 'Bo cannot be heard.' });
    received({ type: 'refused', callId: 7, userId: 3, name: 'Cy', status: 'busy' });
    assert.deepEqual(notices(), ['Saved.', 'Bo cannot be heard.', 'Cy is in another call.']);
    received(ended('remoteHungUp'));
    assert.deepEqual(notices(), ['Saved.']);
});

test('a callee who is busy calling back rings here, and is not shown as busy', async () => {
    const caller = { id: 8, caller: 2, callerName: 'Bo', isVideo: true, isVerified: true };
    const { store, clock, received } = bench({ phase: 'outgoing', startedAt: null });
    assert.equal(ringOf(store.state), 'outgoing');
    received(ended('busy'));
    await clock.advance(999);
    assert.deepEqual([store.state.call.phase, ringOf(store.state)], ['outgoing', null]);
    received({ type: 'incoming', call: caller, ringsUntil: 60_000 });
    await clock.advance(2000);
    assert.deepEqual([store.state.call.phase, store.state.call.id, ringOf(store.state), clock.waiting], ['incoming', 8, 'incoming', 0]);
});

test('a call that fails to start does not end the incoming one that replaced it', async () => {
    const caller = { id: 8, caller: 2, callerName: 'Bo', isVideo: true, isVerified: true };
    const calls = {
        async call() {
            await settle();
            page.received({ ...ended('busy'), callId: null });
            page.received({ type: 'incoming', call: caller, ringsUntil: 60_000 });
            throw new CallFailure('busy');
        },
    };
    const page = bench({ phase: 'ended' }, calls);
    page.call(2, 'Bo', true);
    await settle();
    await settle();
    assert.deepEqual([page.store.state.call.phase, page.store.state.call.id, page.clock.waiting], ['incoming', 8, 0]);
});

test('a busy callee is shown as busy after one second', async () => {
    const { store, clock, received } = bench({ phase: 'outgoing', startedAt: null });
    received(ended('busy'));
    await clock.advance(1000);
    assert.deepEqual([store.state.call.phase, store.state.call.reason], ['ended', 'busy']);
});

test('the end screen closes by itself after 2.5 s unless it needs an answer', async () => {
    for (const [reason, left] of [['hungUp', null], ['remoteHungUp', null], ['connectionLost', 'ended'], ['remoteLost', 'ended']]) {
        const { store, clock, received } = bench();
        received(ended(reason));
        await clock.advance(2499);
        assert.equal(store.state.call.phase, 'ended');
        await clock.advance(1);
        assert.equal(store.state.call?.phase ?? null, left, reason);
    }
});

test('the end of one call does not remove the next from the screen', async () => {
    const { store, clock, received } = bench();
    received(ended('hungUp'));
    store.set({ call: newCall({ phase: 'outgoing', peer: { userId: 3, name: 'Cy' }, isVideo: false, isOutgoing: true }) });
    await clock.advance(2500);
    assert.equal(store.state.call.peer.name, 'Cy');
});

test('a mute request names the host unless muted already; a removal is announced as a notice, leaving is not', () => {
    const asked = { type: 'muteRequested', callId: 7, userId: 2, name: 'Bo' };
    const gone = (isRemoved) => ({ type: 'left', callId: 7, userId: 3, name: 'Cy', isRemoved });
    for (const [isMuted, event, expected] of [
        [false, asked, ['Bo asked you to mute.']], [true, asked, []], [false, { ...asked, name: '' }, ['Someone asked you to mute.']],
        [false, gone(true), ['Cy was removed from the call.']], [false, gone(false), []],
    ]) {
        const { store, received, notices } = bench({ isMuted });
        received(event);
        assert.deepEqual([notices(), store.state.call.isMuted], [expected, isMuted]);
    }
});

test('the button of a mute request mutes, and the notice disappears with any mute', async () => {
    const asked = { type: 'muteRequested', callId: 7, userId: 2, name: 'Bo' };
    const told = (isMuted) => ({ type: 'localMedia', callId: 7, stream: null, isMuted, isCameraOn: true });
    const chosen = [];
    const { store, received, mute, notices } = bench({}, { current: { media: { setMuted: async (isMuted) => { chosen.push(isMuted); } } } });
    notify(store, 'Saved.');
    received(asked);
    assert.deepEqual(store.state.notices.map(({ act }) => act && [said(act.label), act.action]), [undefined, ['Mute', 'mute']]);
    received(told(false));
    assert.equal(notices().length, 2);
    mute();
    mute();
    await settle();
    assert.deepEqual([store.state.call.isMuted, chosen], [true, [true]]);
    received(told(true));
    assert.deepEqual(notices(), ['Saved.']);
});

test('push-to-talk unmutes while the key is held and mutes on release, whatever the call reports meanwhile', async () => {
    const chosen = [];
    const { store, received, ...actions } = bench({ isMuted: true }, { current: { media: { setMuted: async (isMuted) => { chosen.push(isMuted); } } } });
    const now = () => [store.state.call.isMuted, store.state.call.isTalking];
    actions.startTalking();
    assert.deepEqual(now(), [false, true]);
    // The server has too many unmuted people: no one hears this person, and they see that.
    received({ type: 'localMedia', callId: 7, stream: null, isMuted: true, isCameraOn: true });
    assert.deepEqual(now(), [true, false]);
    received({ type: 'localMedia', callId: 7, stream: null, isMuted: false, isCameraOn: true });
    actions.stopTalking();
    assert.deepEqual([now(), chosen], [[true, false], [false, true]]);
    // A choice made meanwhile is kept.
    actions.startTalking();
    actions.toggleMute();
    actions.toggleMute();
    actions.stopTalking();
    assert.deepEqual([now(), chosen.slice(2)], [[false, false], [false, true, false]]);
    // A person who is heard anyway holds no key.
    actions.startTalking();
    actions.stopTalking();
    assert.deepEqual([now(), chosen.length], [[false, false], 5]);
});
