import { cannotOpen } from '../../../Web/calls/capture/missing-media.js';
import { emptyDevices, noProblems } from '../../../Web/features/devices/device-state.js';
import { emptyOutputs } from '../../../Web/features/outputs/output-state.js';
import { text } from '../../../Web/texts/text.js';

const cameras = [{ id: 'c1', name: 'Integrated Camera (04f2:b6d9)' }, { id: 'c2', name: 'Desk camera with a long name that somebody in a factory has thought of (0c45:6366)' }, { id: 'c3', name: '' }];
const microphones = [{ id: 'm1', name: 'Built-in Audio Analog Stereo' }, { id: 'm2', name: 'Headset' }];
const both = { microphone: { ...microphones[1], facing: null, effects: { noiseSuppression: true, voiceIsolation: false } }, camera: { ...cameras[0], facing: null, effects: { backgroundBlur: true } } };
const nothing = { microphone: null, camera: null };
const outputs = { ...emptyOutputs(), canChoose: true, found: [{ id: 'one', name: 'Built-in Audio Analog Stereo' }, { id: 'two', name: 'Headset' }] };
const stays = (kind, why) => ({ ...noProblems(), [kind]: text('common.twoSentences', { first: cannotOpen(kind, why), second: text('capture.oneBeforeStays') }) });

/**
 * Camera, microphone and loudspeaker, wherever they can be chosen.
 * @param {(change?: object) => object} main the signed-in page
 * @param {(change?: object, around?: object) => object} call
 */
export function deviceStates(main, call) {
    const devices = (change = {}) => ({ ...emptyDevices(), found: { camera: cameras, microphone: microphones }, chosen: { camera: null, microphone: microphones[1] }, ...change });
    const check = (place, change = {}) => ({ place, status: 'on', hasCamera: true, stream: 'stream-own-1280x720', used: both, planned: null, ...change });
    const settings = (change, around = {}) => main({ route: { name: 'settings', page: 'sound' }, outputs, devices: devices(change), ...around });
    const inCall = (change = {}, of = {}, around = {}) => call({ used: both, ...of }, { outputs, devices: devices({ isShown: true, ...change }), ...around });
    const rings = (isVideo, change = {}) => call({ phase: 'incoming', isOutgoing: false, participants: [], ownStream: null, startedAt: null, isVideo }, {
        route: { name: 'contacts' }, outputs, devices: devices({ check: check('incoming', { hasCamera: isVideo, ...change }) }),
    });
    const before = (isVideo, change = {}) => main({ outputs, devices: devices({ check: check('before', { hasCamera: isVideo, planned: { people: [{ userId: 21, name: 'Amira Haddad' }], isVideo }, ...change }) }) });
    return {
        'settings-sound': settings({}),
        'settings-sound-silent': settings({}, { sounds: { rings: false, inCalls: false } }),
        'settings-sound-hidden': main({ route: { name: 'settings', page: 'sound' } }),
        'settings-sound-fixed': settings({}, { outputs: emptyOutputs() }),
        'settings-sound-starting': settings({ check: check('settings', { status: 'starting', used: nothing }) }),
        'settings-sound-on': settings({ check: check('settings'), isSounding: true }),
        'settings-sound-absent': settings({ chosen: { camera: { id: 'gone', name: 'Desk camera' }, microphone: null }, checksFirst: true }, { outputs: { ...outputs, canAsk: true, chosen: { id: 'x', name: 'Kitchen' } } }),
        'settings-sound-none': settings({ found: { camera: [], microphone: [] }, chosen: nothing }),
        'settings-sound-denied': settings({ check: check('settings', { used: nothing }), problems: { ...noProblems(), camera: cannotOpen('camera', 'denied'), microphone: cannotOpen('microphone', 'denied') } }),
        'call-devices': inCall(),
        'call-devices-effect-later': inCall({ problems: { ...noProblems(), camera: text('capture.effectLater') } }),
        'call-devices-muted': inCall({ problems: stays('microphone', 'notReadable') }, { isMuted: true, isCameraOn: false }),
        'call-flip': call({ used: { ...both, camera: { ...cameras[1], facing: 'environment', effects: {} } } }, { devices: devices({ isTouch: true }) }),
        'call-flip-switching': call({ used: both }, { devices: devices({ isTouch: true, switching: 'camera' }) }),
        'incoming-check': rings(true),
        'incoming-check-audio': rings(false),
        'incoming-check-starting': rings(true, { status: 'starting', used: nothing }),
        'before-call-video': before(true),
        'before-call-audio': before(false),
    };
}
