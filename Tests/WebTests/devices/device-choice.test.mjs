import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMirrored, usedDevice } from '../../../Web/calls/capture/used-device.js';
import { asked } from '../../../Web/calls/capture/own-media.js';
import { keptDevices } from '../../../Web/media/capture-devices.js';
import { canFlip, devicesAmong, deviceToReturnTo, facingOf, isReplaced, matching, waysToFlip, wishFor } from '../../../Web/media/device-choice.js';
import { fillOf } from '../../../Web/media/level.js';
import { mayCheck } from '../../../Web/features/devices/device-state.js';

const [desk, lid, twin] = [{ id: 'd', name: 'Desk' }, { id: 'l', name: 'Lid' }, { id: 't', name: 'Desk' }];
const device = (kind, deviceId, label = '') => ({ kind, deviceId, label });

test('each device is listed once, and none while the browser hides them', () => {
    const all = [device('audioinput', 'default', 'Default'), device('audioinput', 'communications', 'Calls'), device('audioinput', 'd', 'Desk'), device('videoinput', 'l', 'Lid'), device('audiooutput', 'x', 'X')];
    assert.deepEqual([devicesAmong(all, 'microphone'), devicesAmong(all, 'camera')], [[desk], [lid]]);
    assert.equal(devicesAmong([device('audioinput', ''), device('videoinput', 'l', 'Lid')], 'microphone'), null, 'hidden');
    assert.deepEqual(devicesAmong([device('videoinput', 'l', 'Lid')], 'microphone'), [], 'none there');
});

/** [case, present devices, chosen device, requested device] */
const wishes = [
    ['nothing was chosen', [desk, lid], null, null],
    ['it is there', [desk, lid], lid, { id: 'l' }],
    ['it has another id by now', [desk, lid], { id: 'old', name: 'Lid' }, { id: 'l' }],
    ['two are called the same, and the id tells', [desk, twin], twin, { id: 't' }],
    ['two are called the same, and neither has the id', [desk, twin], { id: 'old', name: 'Desk' }, { id: 'd' }],
    ['it is gone', [desk], lid, null],
    ['it has no name, and another id', [{ id: 'n', name: '' }], { id: 'old', name: '' }, null],
    ['none is there', [], lid, null],
    ['the browser hides them', null, lid, { id: 'l' }],
];
for (const [what, found, chosen, wish] of wishes) test(`which device is asked for: ${what}`, () => assert.deepEqual(wishFor(found, chosen), wish));

/** [case, present devices, chosen device, device in use, device to return to, whether the chosen one is known to be gone] */
const changes = [
    ['nothing was chosen', [desk, lid], null, lid, null, false],
    ['the chosen one is in use', [desk, lid], lid, lid, null, false],
    ['the chosen one is back', [desk, lid], desk, lid, desk, false],
    ['it is back with another id', [{ id: 'new', name: 'Desk' }, lid], desk, lid, { id: 'new', name: 'Desk' }, false],
    ['it is back, and the system default is in use', [desk, lid], desk, { id: 'default', name: 'Default - Lid' }, desk, false],
    ['it is gone, and another is in use', [lid], desk, lid, null, true],
    ['it is gone, and nothing is in use', [lid], desk, null, null, false],
    ['the browser reports the name of the used device without an id', [desk, lid], desk, { id: '', name: 'Desk' }, null, false],
    ['the browser hides them', null, desk, lid, null, false],
    ['the browser lists none for a moment', [], desk, lid, null, false],
];
for (const [what, found, chosen, used, back, gone] of changes) {
    test(`a device change in a call: ${what}`, () => assert.deepEqual([deviceToReturnTo(found, chosen, used), isReplaced(found, chosen, used)], [back, gone]));
}

test('the side of a camera comes from the browser, else from its name', () => {
    assert.deepEqual([{ facingMode: 'user' }, { facingMode: 'environment' }, { facingMode: 'left' }, {}, { label: 'camera2 0, facing back' }, { label: 'Facing front:1' }, { label: 'Backlit camera' }].map(facingOf),
        ['user', 'environment', null, null, 'environment', 'user', null]);
});

test('the own picture is mirrored unless the camera faces away', () => {
    const track = (settings, label = '') => ({ label, getSettings: () => settings });
    assert.deepEqual([track({ deviceId: 'a' }), track({ deviceId: 'a', facingMode: 'user' }), track({ facingMode: 'environment' }), track({}, 'Rear camera')].map((each) => isMirrored(usedDevice(each))), [true, true, false, false]);
    assert.deepEqual([usedDevice(null), isMirrored(null)], [null, true]);
    assert.deepEqual(usedDevice({}), { id: '', name: '', facing: null, effects: {} }, 'a browser that tells nothing');
});

test('the flip button is shown on touch screens with two cameras', () => {
    assert.deepEqual([[true, [desk, lid]], [true, [desk]], [true, null], [false, [desk, lid]]].map(([isTouch, cameras]) => canFlip({ isTouch, cameras })), [true, false, false, false]);
    assert.deepEqual(waysToFlip([desk, lid], { ...desk, facing: 'user' }), [{ facing: 'environment' }, { id: 'l' }]);
    assert.deepEqual(waysToFlip([desk, lid], { ...lid, facing: 'environment' }), [{ facing: 'user' }, { id: 'd' }]);
    assert.deepEqual(waysToFlip([desk], { ...desk, facing: null }), [{ facing: 'environment' }]);
});

test('every device is opened with the resolution and audio processing of calls', () => {
    const size = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
    assert.deepEqual(asked('camera', null), { video: size });
    assert.deepEqual(asked('camera', { id: 'l' }, 'must'), { video: { ...size, deviceId: { exact: 'l' } } });
    assert.deepEqual(asked('camera', { facing: 'environment' }), { video: { ...size, facingMode: { ideal: 'environment' } } });
    assert.deepEqual(asked('microphone', { id: 'd' }), { audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, deviceId: { ideal: 'd' } } });
});

test('stored devices are read back, and malformed values are ignored', () => {
    const kept = { microphone: desk, camera: lid, checksFirst: true, effects: { noiseSuppression: false } };
    assert.deepEqual(keptDevices(JSON.stringify(kept)), kept);
    const none = { microphone: null, camera: null, checksFirst: false, effects: {} };
    for (const text of [null, '', '{', '7', 'null', '[]', '{"camera":{"id":""}}', '{"microphone":{"id":1,"name":"x"},"checksFirst":"yes"}']) assert.deepEqual(keptDevices(text), none, text);
    assert.equal(matching([desk, lid], null), null);
});

test('the level meter is empty in silence, about half full for speech, and full when too loud', () => {
    assert.deepEqual([fillOf(0), fillOf(Math.SQRT1_2)], [0, 1]);
    assert.ok(fillOf(0.02) > 0.4 && fillOf(0.02) < 0.6);
});

const check = (place, change = {}) => ({ place, hasCamera: true, planned: null, ...change });
const ringing = { phase: 'incoming' };
const starting = { phase: 'joining', isCameraOn: true, ownStream: null };
const sound = { name: 'settings', page: 'sound' };
const planned = { planned: { people: [], isVideo: true } };
/** [case, the check, the call, the route, whether it may continue] */
const places = [
    ['on its page', check('settings'), null, sound, true],
    ['its page is left', check('settings'), null, { name: 'contacts' }, false],
    ['another page of the settings', check('settings'), null, { name: 'settings', page: 'about' }, false],
    ['a call begins elsewhere', check('settings'), starting, sound, false],
    ['a call rings over its page', check('settings'), ringing, sound, true],
    ['while it rings', check('incoming'), ringing, { name: 'contacts' }, true],
    ['it stops ringing', check('incoming'), null, { name: 'contacts' }, false],
    ['answered with camera, which is not open yet', check('incoming'), starting, { name: 'call' }, true],
    ['the camera of the call is open', check('incoming'), { ...starting, ownStream: {} }, { name: 'call' }, false],
    ['answered without camera', check('incoming'), { ...starting, isCameraOn: false }, { name: 'call' }, false],
    ['a check of sound alone, answered', check('incoming', { hasCamera: false }), starting, { name: 'call' }, false],
    ['before a call', check('before', planned), null, { name: 'contacts' }, true],
    ['before another call', check('before', planned), { phase: 'ended' }, { name: 'contacts' }, true],
    ['another one rings meanwhile', check('before', planned), ringing, { name: 'contacts' }, false],
    ['the call is placed', check('before'), starting, { name: 'call' }, true],
    ['the call is over before its camera was open', check('before'), { phase: 'ended' }, { name: 'call' }, false],
];
for (const [what, on, call, route, may] of places) {
    test(`the check’s camera is on only while visible: ${what}`, () => {
        assert.equal(mayCheck({ devices: { check: on }, call, route, screen: 'main' }), may);
        assert.equal(mayCheck({ devices: { check: on }, call, route, screen: 'signIn' }), false);
    });
}
