import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkActions, withCheck } from '../../../Web/features/devices/check-actions.js';
import { deviceActions } from '../../../Web/features/devices/device-actions.js';
import { CallFailure } from '../../../Web/calls/model/call-failure.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { text } from '../../../Web/texts/text.js';
import { said } from '../english.mjs';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const [desk, lid] = [{ id: 'd', name: 'Desk' }, { id: 'l', name: 'Lid' }];
const used = (camera, microphone = null) => ({ camera: camera && { facing: null, effects: {}, ...camera }, microphone: microphone && { facing: null, effects: {}, ...microphone } });
const inCall = (change = {}) => ({ phase: 'inCall', isCameraOn: true, ownStream: {}, used: used(lid), ...change });

class Track {
    isStopped = false;
    onended = null;
    constructor(kind, { id, name }, effects = {}) {
        this.applied = [];
        // Without `isLive` the browser accepts the constraint of a running track and ignores it.
        const on = Object.fromEntries(Object.entries(effects).map(([effect, { isOn }]) => [effect, isOn]));
        Object.assign(this, {
            kind, label: name, getSettings: () => ({ deviceId: id, ...on }), getConstraints: () => ({ deviceId: id }), getCapabilities: () => Object.fromEntries(Object.keys(effects).map((effect) => [effect, [false, true]])),
            applyConstraints: async (constraints) => {
                this.applied.push(constraints);
                for (const [effect, { isLive }] of Object.entries(effects)) if (isLive && effect in constraints) on[effect] = constraints[effect];
            },
            becomes: (effect, isOn) => {
                on[effect] = isOn;
                this.onconfigurationchange();
            },
        });
    }
    stop() { this.isStopped = true; }
}
class Stream {
    constructor(tracks = []) { this.tracks = tracks; }
    getTracks() { return [...this.tracks]; }
    getVideoTracks() { return this.tracks.filter(({ kind }) => kind === 'video'); }
    getAudioTracks() { return this.tracks.filter(({ kind }) => kind === 'audio'); }
    addTrack(track) { this.tracks.push(track); }
    removeTrack(track) { this.tracks.splice(this.tracks.indexOf(track), 1); }
}

/** A browser with these cameras, which a test plugs in and unplugs, and a call that uses the devices it is given. */
function bench({ kept = {}, call = null, isTouch = false, camera = [desk, lid] } = {}) {
    const world = { camera, kept: { microphone: null, camera: null, checksFirst: false, effects: {}, ...kept }, asked: [], used: [], opened: [], effects: { camera: {}, microphone: {} }, failure: null, tone: null, gate: Promise.resolve() };
    const store = new Store({ ...initialState(0), screen: 'main', call });
    const tell = { changed: () => {}, hidden: () => {} };
    const port = {
        isTouch, makeStream: () => new Stream(), list: async () => ({ camera: world.camera, microphone: [desk] }),
        onChange: (listener) => { tell.changed = listener; }, onHidden: (listener) => { tell.hidden = listener; }, kept: () => world.kept, keep: (all) => { world.kept = all; },
        playTone: async (output) => { if (world.tone) throw world.tone; world.asked.push(`tone ${output}`); },
        capture: async (constraints) => {
            await world.gate;
            world.asked.push(Object.keys(constraints).sort().join(' '));
            const failure = typeof world.failure === 'function' ? world.failure(constraints) : world.failure;
            if (failure) throw Object.assign(new Error('no'), { name: failure });
            const of = (wish) => world.camera.find(({ id }) => id === (wish?.deviceId?.exact ?? wish?.deviceId?.ideal)) ?? lid;
            const effects = (kind, asked) => Object.fromEntries(Object.entries(world.effects[kind]).map(([effect, one]) => [effect, { ...one, isOn: one.isFixed ? one.isOn : asked[effect] ?? one.isOn }]));
            const opened = [...(constraints.audio ? [new Track('audio', desk, effects('microphone', constraints.audio))] : []), ...(constraints.video ? [new Track('video', of(constraints.video), effects('camera', constraints.video))] : [])];
            world.opened.push(...opened);
            return new Stream(opened);
        },
    };
    const calls = {
        async useEffect(effect, isOn) {
            world.used.push([effect, isOn, store.state.devices.effects]);
            if (world.refuses?.(effect)) throw new CallFailure('media', text('capture.effectLater'));
        },
        async useDevice(kind, wish) {
            world.used.push([kind, wish]);
            if (world.refuses?.(wish)) throw new CallFailure('media', text('call.cannotOpen.camera.notReadable'));
            const device = wish && 'id' in wish ? [desk, lid].find(({ id }) => id === wish.id) : wish ? { id: 'back', name: 'Back', facing: wish.facing } : lid;
            store.set({ call: { ...store.state.call, used: { ...store.state.call.used, [kind]: { facing: null, ...device } } } });
        },
    };
    const check = checkActions(store, port, { wishOf: (kind) => devices.wishOf(kind), opened: () => {} });
    const devices = deviceActions(store, { signedIn: { calls: { current: { media: calls } } } }, port, check);
    store.onChange(() => check.watchCheck());
    devices.watchDevices();
    check.watchHiding();
    return {
        world, store, devices, check, tell, state: () => store.state.devices, notices: () => store.state.notices.map((notice) => said(notice.text)),
        lit: () => world.opened.filter(({ isStopped }) => !isStopped).map(({ kind, label }) => `${kind} ${label}`),
        async plug(...list) {
            world.camera = list;
            tell.changed();
            await settled();
        },
    };
}

test('a device chosen outside a call is stored by id and name, and used by the next call', async () => {
    const { devices, world, state } = bench();
    await settled();
    assert.deepEqual([state().found.camera, devices.wishOf('camera')], [[desk, lid], null]);
    devices.chooseDevice('camera', desk);
    await settled();
    assert.deepEqual([world.kept, devices.wishOf('camera'), devices.wishOf('microphone'), world.used], [{ microphone: null, camera: desk, checksFirst: false, effects: {} }, { id: 'd' }, null, []]);
    devices.chooseDevice('camera', null);
    await settled();
    assert.deepEqual([world.kept.camera, devices.wishOf('camera')], [null, null]);
});

test('a device chosen in a call is used at once; one that fails is not stored, and a notice says that the old one stays', async () => {
    const { devices, world, state, notices } = bench({ call: inCall() });
    await settled();
    devices.chooseDevice('camera', desk);
    await settled();
    assert.deepEqual([world.used, world.kept.camera, state().switching], [[['camera', { id: 'd' }]], desk, null]);
    world.refuses = () => true;
    devices.chooseDevice('camera', lid);
    await settled();
    const sentence = 'The camera couldn’t start. Close other apps that use it, then try again. Until then, the previous one is used.';
    assert.deepEqual([world.kept.camera, state().chosen.camera, state().switching, notices()], [desk, desk, null, [sentence]]);
    devices.toggleDevices();
    devices.chooseDevice('camera', lid);
    await settled();
    assert.deepEqual([said(state().problems.camera), notices().length], [sentence, 1], 'where it was chosen');
    devices.toggleDevices();
    assert.equal(state().problems.camera, null);
});

test('a chosen device that was unplugged is used again when it returns in a call, with a notice', async () => {
    const { world, plug, store, notices } = bench({ kept: { camera: desk }, call: inCall({ used: used(desk) }) });
    await settled();
    store.set({ call: inCall({ used: used(lid) }) });
    await plug(lid);
    assert.deepEqual([world.used, notices()], [[], []], 'the call itself has said that it is gone');
    await plug(desk, lid);
    assert.deepEqual([world.used, notices()], [[['camera', { id: 'd' }]], ['Desk was reconnected and is in use again.']]);
});

test('a missing device is reported once as the call begins, and one that fails again is tried once each time it returns', async () => {
    const { world, plug, notices } = bench({ kept: { camera: desk }, call: inCall(), camera: [lid] });
    world.refuses = () => true;
    await settled();
    await plug(lid);
    assert.deepEqual(notices(), ['Desk isn’t connected. Lid is being used instead.']);
    await plug(desk, lid);
    await plug(desk, lid);
    assert.equal(world.used.length, 1);
    await plug(lid);
    world.refuses = null;
    await plug(desk, lid);
    assert.deepEqual([world.used.length, notices().at(-1)], [2, 'Desk was reconnected and is in use again.']);
});

test('a call that already uses the chosen device, or none, does not switch', async () => {
    for (const call of [inCall({ used: used(desk) }), inCall({ used: used(null) }), null, { phase: 'incoming' }, { phase: 'ended', used: used(lid) }]) {
        const { world, notices } = bench({ kept: { camera: desk }, call });
        await settled();
        assert.deepEqual([world.used, notices()], [[], []]);
    }
});

test('flipping the camera on a phone lasts for this call, and is not stored', async () => {
    const { devices, world, state } = bench({ kept: { camera: lid }, call: inCall(), isTouch: true });
    await settled();
    devices.flipCamera();
    await settled();
    assert.deepEqual([world.used, devices.wishOf('camera'), state().isTurned, world.kept.camera], [[['camera', { facing: 'environment' }]], { facing: 'environment' }, true, lid]);
    devices.flipCamera();
    await settled();
    assert.deepEqual(world.used.at(-1), ['camera', { facing: 'user' }]);
    devices.takes.events.ended();
    assert.deepEqual([devices.wishOf('camera'), state().isTurned], [{ id: 'l' }, false]);
});

test('flipping takes the next camera where none reports its side, and a failure keeps the current one with a notice', async () => {
    const { devices, world, notices, state } = bench({ call: inCall(), isTouch: true });
    await settled();
    world.refuses = (wish) => 'facing' in wish;
    devices.flipCamera();
    await settled();
    assert.deepEqual(world.used, [['camera', { facing: 'environment' }], ['camera', { id: 'd' }]]);
    world.refuses = () => true;
    devices.flipCamera();
    await settled();
    assert.deepEqual([notices().length, state().switching], [1, null]);
});

const settings = { route: { name: 'settings', page: 'sound' } };

test('the device check asks once, and turns everything off when its page is left', async () => {
    const { check, store, world, lit, state } = bench();
    store.set(settings);
    check.startCheck('settings', true);
    assert.equal(state().check.status, 'starting');
    await settled();
    assert.deepEqual([world.asked, lit(), state().check.status, state().check.used.camera.name], [['audio video'], ['audio Desk', 'video Lid'], 'on', 'Lid']);
    store.set({ route: { name: 'settings' } });
    await settled();
    assert.deepEqual([lit(), state().check], [[], null]);
});

test('leaving the check while the browser asks stops it, and hiding the page turns devices off', async () => {
    const { check, store, world, lit, tell } = bench();
    store.set(settings);
    let open = () => {};
    world.gate = new Promise((resolve) => { open = resolve; });
    check.startCheck('settings', true);
    check.stopCheck();
    open();
    await settled();
    assert.deepEqual([world.opened.length, lit()], [2, []]);
    check.startCheck('settings', true);
    await settled();
    tell.hidden();
    assert.deepEqual(lit(), []);
});

test('a device chosen while the old ones are opening is kept, whichever opens first', async () => {
    const { check, devices, store, world, lit, state } = bench();
    store.set(settings);
    let open = () => {};
    world.gate = new Promise((resolve) => { open = resolve; });
    check.startCheck('settings', true);
    world.gate = Promise.resolve();
    devices.chooseDevice('camera', desk);
    await settled();
    assert.deepEqual(lit(), ['video Desk']);
    open();
    await settled();
    assert.deepEqual([lit(), state().check.used.camera.name, state().check.used.microphone.name], [['video Desk', 'audio Desk'], 'Desk', 'Desk']);
});

/** [the browser's error, what the person reads about the camera, about the microphone] */
const refusals = [
    ['NotAllowedError', 'Your browser is blocking the camera. Allow camera access for this page, then try again.', 'Your browser is blocking the microphone. Allow microphone access for this page, then try again.'],
    ['NotReadableError', 'The camera couldn’t start. Close other apps that use it, then try again.', 'The microphone couldn’t start. Close other apps that use it, then try again.'],
    ['NotFoundError', 'No camera found. Connect one, then try again.', 'No microphone found. Connect one, then try again.'],
];
for (const [name, camera, microphone] of refusals) {
    test(`${name} in the device check: each device’s state is shown, and the others work`, async () => {
        const { check, store, world, lit, state } = bench();
        store.set(settings);
        world.failure = name;
        check.startCheck('settings', true);
        await settled();
        assert.deepEqual([said(state().problems.camera), said(state().problems.microphone), lit()], [camera, microphone, []]);
        world.failure = ({ video }) => video && name;
        check.startCheck('settings', true);
        await settled();
        assert.deepEqual([said(state().problems.camera), state().problems.microphone, lit()], [camera, null, ['audio Desk']]);
    });
}

test('another device can be tried in the check and is stored only if it opens; an unplugged one is replaced', async () => {
    const { check, devices, store, world, lit, state } = bench();
    store.set(settings);
    check.startCheck('settings', true);
    await settled();
    devices.chooseDevice('camera', desk);
    await settled();
    assert.deepEqual([lit(), world.kept.camera], [['audio Desk', 'video Desk'], desk]);
    world.failure = 'NotReadableError';
    devices.chooseDevice('camera', lid);
    await settled();
    assert.deepEqual([lit(), world.kept.camera], [['audio Desk', 'video Desk'], desk]);
    assert.match(said(state().problems.camera), /Until then, the previous one is used/);
    world.failure = null;
    const gone = world.opened.find(({ kind, label, isStopped }) => kind === 'video' && label === 'Desk' && !isStopped);
    gone.stop();
    gone.onended();
    await settled();
    assert.deepEqual(lit(), ['audio Desk', 'video Lid']);
});

test('with the check on, a call starts after a press, and the check’s camera stays on until the call’s is open', async () => {
    const { check, store, world, lit, state } = bench({ kept: { checksFirst: true } });
    const placed = [];
    const { call } = withCheck({
        call: (userId) => {
            placed.push(userId);
            store.set({ call: { phase: 'outgoing', isCameraOn: true, ownStream: null, used: used(null) } });
        },
    }, check.beforeCall);
    call(2, 'Bo', true);
    await settled();
    assert.deepEqual([placed, lit(), state().check.planned], [[], ['audio Desk', 'video Lid'], { people: [{ userId: 2, name: 'Bo' }], isVideo: true }]);
    check.startPlanned();
    check.startPlanned();
    await settled();
    assert.deepEqual([placed, lit()], [[2], ['audio Desk', 'video Lid']]);
    store.set({ call: inCall() });
    await settled();
    assert.deepEqual([lit(), state().check], [[], null]);
    assert.equal(world.asked.length, 1);
});

test('with the check off, a call starts at once, and no device is on while it rings', async () => {
    const { check, store, lit } = bench();
    const placed = [];
    withCheck({ call: (userId) => placed.push(userId) }, check.beforeCall).call(2, 'Bo', true);
    store.set({ call: { phase: 'incoming' } });
    check.takes.events.incoming({ call: { isVideo: true } });
    await settled();
    assert.deepEqual([placed, lit()], [[2], []]);
});

test('with the check on, the preview is shown while a call rings, and declining turns it off', async () => {
    const { check, store, lit } = bench({ kept: { checksFirst: true }, call: { phase: 'incoming' } });
    check.takes.events.incoming({ call: { isVideo: true } });
    await settled();
    assert.deepEqual(lit(), ['audio Desk', 'video Lid']);
    store.set({ call: null });
    await settled();
    assert.deepEqual(lit(), []);
});

test('the test tone uses the chosen loudspeaker, and a failure is reported', async () => {
    const { check, store, world, state } = bench();
    store.set(({ outputs }) => ({ outputs: { ...outputs, inUse: 'two', chosen: { id: 'two', name: 'Headset' } } }));
    check.playTone();
    check.playTone();
    assert.equal(state().isSounding, true);
    await settled();
    assert.deepEqual([world.asked, state().isSounding, state().problems.loudspeaker], [['tone two'], false, null]);
    world.tone = new Error('gone');
    check.playTone();
    await settled();
    assert.equal(said(state().problems.loudspeaker), 'Headset can’t be used. Reconnect it, or choose another loudspeaker.');
});

const later = 'Not applied yet. It takes effect the next time the microphone or camera starts.';

test('an effect is switched on the running track, and stored on the device', async () => {
    const { check, devices, store, world, lit, state } = bench();
    store.set(settings);
    world.effects = { camera: { backgroundBlur: { isOn: false, isLive: true } }, microphone: { noiseSuppression: { isOn: true, isLive: true } } };
    check.startCheck('settings', true);
    await settled();
    const effects = () => [state().check.used.camera.effects, state().check.used.microphone.effects];
    assert.deepEqual(effects(), [{ backgroundBlur: false }, { noiseSuppression: true }]);
    devices.setEffect('backgroundBlur', true);
    await settled();
    devices.setEffect('noiseSuppression', false);
    await settled();
    assert.deepEqual([effects(), world.kept.effects, world.opened.length, lit().length], [[{ backgroundBlur: true }, { noiseSuppression: false }], { backgroundBlur: true, noiseSuppression: false }, 2, 2]);
    assert.deepEqual(world.opened.map(({ applied }) => applied), [[{ deviceId: 'd', noiseSuppression: false }], [{ deviceId: 'l', backgroundBlur: true }]], 'with the constraints that the track has');
    // The system has a switch of its own.
    world.opened[1].becomes('backgroundBlur', false);
    assert.deepEqual(effects()[0], { backgroundBlur: false });
    check.stopCheck();
    check.startCheck('settings', true);
    await settled();
    assert.deepEqual(effects(), [{ backgroundBlur: true }, { noiseSuppression: false }], 'devices open with what is stored');
});

test('a switch never says more than the track: one that it ignores stays, and takes effect when the device is opened next', async () => {
    const { check, devices, store, world, state } = bench();
    store.set(settings);
    world.effects.microphone = { noiseSuppression: { isOn: true } };
    check.startCheck('settings', true);
    await settled();
    devices.setEffect('noiseSuppression', false);
    await settled();
    assert.deepEqual([state().check.used.microphone.effects, world.kept.effects, said(state().problems.microphone), state().switching, world.opened.length], [{ noiseSuppression: true }, { noiseSuppression: false }, later, null, 2]);
    devices.setEffect('noiseSuppression', false);
    await settled();
    assert.deepEqual([world.kept.effects, state().problems.microphone], [{ noiseSuppression: true }, null], 'thought better of');
    devices.setEffect('noiseSuppression', false);
    await settled();
    check.stopCheck();
    check.startCheck('settings', true);
    await settled();
    assert.deepEqual(state().check.used.microphone.effects, { noiseSuppression: false });
    world.effects.camera = { backgroundBlur: { isOn: false, isFixed: true } };
    check.startCheck('settings', true);
    await settled();
    devices.setEffect('backgroundBlur', true);
    await settled();
    assert.deepEqual([state().check.used.camera.effects, said(state().problems.camera)], [{ backgroundBlur: false }, later]);
});

test('in a call an effect is switched on the call’s device; without any device it is stored alone', async () => {
    const { devices, world, state, notices } = bench({ call: inCall() });
    await settled();
    devices.setEffect('noiseSuppression', false);
    await settled();
    assert.deepEqual([world.used, world.kept.effects], [[['noiseSuppression', false, { noiseSuppression: false }]], { noiseSuppression: false }]);
    world.refuses = () => true;
    devices.setEffect('noiseSuppression', true);
    await settled();
    assert.deepEqual([world.kept.effects, notices()], [{ noiseSuppression: true }, [later]]);
    const other = bench({ kept: { effects: { voiceIsolation: true } } });
    assert.deepEqual(other.state().effects, { voiceIsolation: true });
});
