import { deviceOf, devicesAmong } from './device-choice.js';
import { playTone } from './test-tone.js';
import { keptEffects } from './track-effects.js';

/** @typedef {import('./device-choice.js').Device} Device */
/** @typedef {import('./device-choice.js').DeviceKind} DeviceKind */
/** @typedef {{ microphone: Device | null, camera: Device | null, checksFirst: boolean, effects: import('./track-effects.js').Effects }} KeptDevices */
/**
 * Microphones and cameras of the browser, and what the person chose of them.
 * @typedef {object} DevicePort
 * @property {() => Promise<Record<DeviceKind, Device[] | null>>} list null: the browser hides them, as before one is allowed
 * @property {(listener: () => void) => void} onChange
 * @property {() => KeptDevices} kept on this device alone, names too
 * @property {(kept: KeptDevices) => void} keep
 * @property {boolean} isTouch
 * @property {(constraints: MediaStreamConstraints) => Promise<MediaStream>} capture
 * @property {() => MediaStream} makeStream
 * @property {(output: string) => Promise<void>} playTone returns once it has sounded; throws if it cannot
 * @property {(listener: () => void) => void} onHidden the page is not to be seen any more
 */

const name = 'devices';
const devices = () => globalThis.navigator?.mediaDevices;

/**
 * The stored devices, as far as they are valid.
 * @param {string | null} kept
 * @returns {KeptDevices}
 */
export function keptDevices(kept) {
    /** @type {Partial<Record<keyof KeptDevices, unknown>>} */
    let read = {};
    try {
        read = JSON.parse(kept ?? '{}') ?? {};
    } catch {
        // Then it is as if nothing had been chosen.
    }
    return { microphone: deviceOf(read.microphone), camera: deviceOf(read.camera), checksFirst: read.checksFirst === true, effects: keptEffects(read.effects) };
}

/** @type {DevicePort} */
export const browserDevices = {
    async list() {
        const all = await devices()?.enumerateDevices() ?? [];
        return { microphone: devicesAmong(all, 'microphone'), camera: devicesAmong(all, 'camera') };
    },
    onChange(listener) {
        devices()?.addEventListener('devicechange', listener);
        // Pages that may use a device get its name.
        for (const kind of ['microphone', 'camera']) {
            void navigator.permissions?.query({ name: /** @type {PermissionName} */ (kind) }).then((found) => found.addEventListener('change', listener), () => {});
        }
    },
    kept() {
        try {
            return keptDevices(localStorage.getItem(name));
        } catch {
            return keptDevices(null);
        }
    },
    keep(kept) {
        try {
            localStorage.setItem(name, JSON.stringify(kept));
        } catch {
            // Then it lasts as long as the page.
        }
    },
    get isTouch() { return globalThis.matchMedia?.('(pointer: coarse)').matches ?? false; },
    capture: (constraints) => devices().getUserMedia(constraints),
    makeStream: () => new MediaStream(),
    playTone,
    onHidden: (listener) => document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') listener(); }),
};
