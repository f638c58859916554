import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callActions } from '../../../Web/features/calls/call-actions.js';
import { IncomingNotification } from '../../../Web/features/notifications/incoming-notification.js';
import { permissionActions, withPermissions } from '../../../Web/features/permissions/permission-actions.js';
import { browserFamily } from '../../../Web/features/permissions/browser-family.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { english } from '../english.mjs';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The actions of calls behind those of permissions, in a browser that answers as `known` says. */
function bench(known = {}, call = null) {
    const now = { microphone: 'prompt', camera: 'prompt', notifications: 'prompt', ...known };
    const explained = new Set();
    const done = [];
    let told = () => {};
    const port = {
        family: 'chromium', query: async (kind) => now[kind], onChange: (listener) => { told = listener; },
        request: async (kind) => { done.push(`ask ${kind}`); },
        wasExplained: (kind) => explained.has(kind), noteExplained: (kind) => explained.add(kind),
    };
    const store = new Store({ ...initialState(0), screen: 'main', call });
    const permissions = permissionActions(store, port);
    const act = (name) => (...given) => { done.push([name, ...given].join(' ')); };
    const media = { setMuted: act('muted'), setCamera: act('camera') };
    const { toggleMute, toggleCamera } = callActions(store, { signedIn: { calls: { current: { media } } } }, { clock: null, before: permissions.before });
    const calls = { ...withPermissions({ call: act('call'), callAgain: act('again'), answer: act('answer') }, store, permissions.before), toggleMute, toggleCamera };
    return { calls, done, now, permissions, store, tell: () => told(), dialog: () => store.state.permissions.dialog };
}

test('the first call explains the browser’s prompt, and then goes on', async () => {
    const { calls, done, dialog, permissions } = bench();
    calls.call(5, 'Bo', true);
    await settled();
    assert.deepEqual([dialog(), done], [{ about: 'explain', devices: ['microphone', 'camera'], goesOn: true }, []]);
    calls.call(5, 'Bo', true);
    await settled();
    permissions.continueAfterPermission();
    assert.deepEqual([dialog(), done], [null, ['call 5 Bo true']]);
    calls.call(6, 'Cy', true);
    await settled();
    assert.deepEqual([dialog(), done.length], [null, 2], 'it was said once');
});

test('canceling the explanation places no call', async () => {
    const { calls, done, dialog, permissions } = bench();
    calls.call(5, 'Bo', false);
    await settled();
    assert.deepEqual(dialog().devices, ['microphone']);
    permissions.dismissPermission();
    permissions.continueAfterPermission();
    assert.deepEqual([dialog(), done], [null, []]);
});

test('a granted permission needs no explanation', async () => {
    const { calls, done, dialog } = bench({ microphone: 'granted' });
    calls.call(5, 'Bo', false);
    await settled();
    assert.deepEqual([dialog(), done], [null, ['call 5 Bo false']]);
});

test('a refusal is shown once with how to undo it, and the call goes on without the device', async () => {
    const { calls, done, dialog, permissions } = bench({ microphone: 'granted', camera: 'denied' });
    calls.call(5, 'Bo', true);
    await settled();
    assert.deepEqual(dialog(), { about: 'refused', devices: ['camera'], goesOn: true });
    permissions.continueAfterPermission();
    calls.call(5, 'Bo', true);
    await settled();
    assert.deepEqual([dialog(), done], [null, ['call 5 Bo true', 'call 5 Bo true']]);
});

test('a call that stopped ringing behind the explanation is not answered', async () => {
    const { calls, done, permissions, store } = bench({}, { phase: 'incoming' });
    calls.answer(false);
    await settled();
    store.set({ call: null });
    permissions.continueAfterPermission();
    assert.deepEqual(done, []);
    store.set({ call: { phase: 'incoming' } });
    calls.answer(false);
    await settled();
    assert.deepEqual(done, ['answer false']);
});

test('using a blocked device in a call explains each time how to allow it, and muting needs no permission', async () => {
    const { calls, done, dialog, permissions, store } = bench({ microphone: 'denied', camera: 'denied' }, { phase: 'inCall', isMuted: true, isCameraOn: false });
    for (const _ of [1, 2]) {
        calls.toggleMute();
        await settled();
        assert.deepEqual(dialog(), { about: 'refused', devices: ['microphone'], goesOn: false });
        permissions.dismissPermission();
    }
    calls.toggleCamera();
    await settled();
    assert.deepEqual(dialog().devices, ['camera']);
    permissions.dismissPermission();
    store.set({ call: { phase: 'inCall', isMuted: false, isCameraOn: true } });
    calls.toggleMute();
    calls.toggleCamera();
    await settled();
    assert.deepEqual(done, ['muted true', 'camera false']);
});

test('a permission that is refused while a call needs it is shown at once', async () => {
    const { dialog, now, permissions, store, tell } = bench({ microphone: 'granted' });
    permissions.watchPermissions();
    now.camera = 'denied';
    tell();
    await settled();
    assert.equal(dialog(), null, 'without a call nobody waits for it');
    now.camera = 'prompt';
    tell();
    await settled();
    store.set({ call: { phase: 'joining' } });
    now.camera = 'denied';
    tell();
    await settled();
    assert.deepEqual(dialog(), { about: 'refused', devices: ['camera'], goesOn: false });
});

test('in the settings a press asks the browser, and the resulting state is shown', async () => {
    const { done, now, permissions, store } = bench();
    permissions.allow('notifications');
    now.notifications = 'denied';
    await settled();
    assert.deepEqual([done, store.state.permissions.known.notifications, store.state.permissions.asking], [['ask notifications'], 'denied', null]);
});

for (const [agent, family] of [
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36', 'chromium'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'firefox'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15', 'safari'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1', 'safari'], ['', 'other'],
]) test(`the instructions of ${family} are those for '${agent}'`, () => assert.equal(browserFamily(agent), family));

test('a call that rings behind other windows shows a notification, which closes when ringing ends', () => {
    const events = [];
    let isHidden = false;
    const notification = new IncomingNotification({
        isHidden: () => isHidden,
        show: ({ title, body, tag, isSilent }) => events.push(`${tag} ${english.string(title)}: ${english.string(body)}${isSilent ? ' silent' : ''}`),
        close: (tag) => events.push(`${tag} gone`),
    });
    const how = { isWanted: true, isSilent: false, now: 0 };
    const incoming = { phase: 'incoming', id: 7, isVideo: true, isVerified: true, members: [], peer: { userId: 5, name: 'Bo' } };
    notification.update({ call: incoming, waiting: null }, how);
    assert.deepEqual(events, [], 'who sees the page needs none');
    isHidden = true;
    for (const call of [incoming, incoming, { ...incoming, phase: 'joining' }, { ...incoming, id: 8, isVideo: false }, null]) notification.update({ call, waiting: null }, how);
    assert.deepEqual(events, ['call-7 Bo: Video call', 'call-7 gone', 'call-8 Bo: Audio call', 'call-8 gone']);
    const [call, waiting] = [{ ...incoming, phase: 'inCall' }, { id: 9, isVideo: false, isVerified: false, members: [], peer: { userId: 6, name: 'Cai' } }];
    events.length = 0;
    for (const state of [{ call, waiting }, { call, waiting: { ...waiting, isBusy: true } }, { call, waiting: null }]) notification.update(state, how);
    assert.deepEqual(events, ['call-9 Unverified caller: Caller not verified. This could be anyone.', 'call-9 gone'], 'so is one that rings beside another');
    events.length = 0;
    notification.update({ call, waiting }, { ...how, isSilent: true });
    notification.update({ call: { ...waiting, phase: 'incoming' }, waiting: null }, how);
    assert.deepEqual(events, ['call-9 Unverified caller: Caller not verified. This could be anyone. silent'], 'and it is the same once the other is over');
    notification.update({ call: null, waiting: null }, how);
    notification.update({ call: incoming, waiting: null }, { ...how, isWanted: false });
    assert.deepEqual(events.slice(1), ['call-9 gone'], 'nothing is told of what the person has switched off');
});
