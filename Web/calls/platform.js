import { Amplifier } from '../media/amplifier.js';
import { CallWorker, canProtectMedia } from '../media/call-worker.js';
import { systemClock } from '../media/clock.js';
import { ownCapabilities } from '../media/codecs.js';
import { onNetworkChange } from '../protocol/network-change.js';
import { countedConnections } from './room/connection-budget.js';
import { pictureReached } from './room/picture-reached.js';
import { slotCount } from './room/video-slots.js';

/**
 * The requirements of calls on the page they run in; tests provide their own.
 * @typedef {object} Platform
 * @property {import('../media/clock.js').Clock} clock
 * @property {(listener: (isAnother: boolean) => void) => () => void} onNetworkChange
 * @property {(bytes: Uint8Array) => Uint8Array} random fills the bytes
 * @property {() => boolean} canProtectMedia
 * @property {() => CallWorker} makeWorker
 * @property {(work: () => void) => void} whenIdle does it once the page has nothing else to do
 * @property {(constraints: MediaStreamConstraints) => Promise<MediaStream>} capture
 * @property {(options: DisplayMediaStreamConstraints) => Promise<MediaStream>} captureScreen has the person choose what of their screen
 * @property {(device: import('../media/device-choice.js').DeviceKind) => import('../media/device-choice.js').Wish} wish which one the person wants
 * @property {(device: 'camera') => Promise<boolean>} isAllowed whether it may be used without asking
 * @property {() => MediaStream} makeStream
 * @property {() => import('./room/person-streams.js').AmplifierLike} makeAmplifier
 * @property {(configuration: RTCConfiguration) => RTCPeerConnection} makeConnection
 * @property {() => number} connectionsLeft how many the tab may still make in its life
 * @property {() => number} videoSlots how many people are received at once at most
 * @property {(track: MediaStreamTrack, timestamp: number | null) => Promise<void>} pictureReached once a track shows the picture of this time
 * @property {import('../media/codecs.js').Capabilities} capabilities
 */

/**
 * @param {import('../media/clock.js').Clock} clock
 * @returns {Platform}
 */
export const browserPlatform = (clock) => Object.freeze({
    clock,
    onNetworkChange,
    random: (/** @type {Uint8Array} */ bytes) => crypto.getRandomValues(bytes),
    canProtectMedia,
    makeWorker: () => new CallWorker(),
    whenIdle: (/** @type {() => void} */ work) => { ('requestIdleCallback' in globalThis ? requestIdleCallback : setTimeout)(work); },
    capture: (/** @type {MediaStreamConstraints} */ constraints) => navigator.mediaDevices.getUserMedia(constraints),
    captureScreen: (/** @type {DisplayMediaStreamConstraints} */ options) => navigator.mediaDevices.getDisplayMedia(options),
    wish: () => null,
    isAllowed: async (/** @type {'camera'} */ device) => {
        // Not every browser knows this name.
        const permission = await navigator.permissions?.query({ name: /** @type {PermissionName} */ (device) }).catch(() => null);
        return permission?.state === 'granted';
    },
    makeStream: () => new MediaStream(),
    makeAmplifier: () => new Amplifier(),
    ...countedConnections((configuration) => new RTCPeerConnection(configuration)),
    videoSlots: () => slotCount({ width: globalThis.innerWidth, height: globalThis.innerHeight }),
    pictureReached: (/** @type {MediaStreamTrack} */ track, /** @type {number | null} */ timestamp) => pictureReached(track, timestamp, systemClock),
    capabilities: ownCapabilities,
});
