/** @typedef {{ id: string, name: string }} AudioOutput the name is empty where the browser tells none */
/** @typedef {HTMLMediaElement & { sinkId: string, setSinkId(id: string): Promise<void> }} WithOutput */
/** @typedef {MediaDevices & { selectAudioOutput?: () => Promise<MediaDeviceInfo> }} Devices */
/**
 * The loudspeakers of the browser, and which of them the person chose.
 * @typedef {object} OutputPort
 * @property {boolean} canChoose
 * @property {boolean} canAsk whether the browser has a dialog of its own
 * @property {() => Promise<AudioOutput[] | null>} list null: the browser does not tell, as before a microphone is allowed
 * @property {() => Promise<AudioOutput | null>} ask null: the person thought better of it
 * @property {(id: string) => Promise<void>} attempt throws if nothing can be played there
 * @property {(listener: () => void) => void} onChange
 * @property {() => AudioOutput | null} kept
 * @property {(output: AudioOutput | null) => void} keep
 */

const name = 'output';
/** Chromium lists the system's default devices a second time, under special IDs. */
const aliases = ['default', 'communications'];

/**
 * The outputs among all devices, each once; null if the browser hides them.
 * @param {Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[]} devices
 * @returns {AudioOutput[] | null}
 */
export function outputsAmong(devices) {
    const told = devices.filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== '');
    if (told.length === 0) return null;
    return told.filter(({ deviceId }) => !aliases.includes(deviceId)).map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}

/**
 * The stored output, if it is valid.
 * @param {string | null} kept
 * @returns {AudioOutput | null}
 */
export function outputOf(kept) {
    try {
        const { id, name: label } = JSON.parse(kept ?? 'null') ?? {};
        return typeof id === 'string' && id !== '' && typeof label === 'string' ? { id, name: label } : null;
    } catch {
        return null;
    }
}

const devices = () => /** @type {Devices | undefined} */ (globalThis.navigator?.mediaDevices);
const canChoose = () => typeof HTMLMediaElement !== 'undefined' && 'setSinkId' in HTMLMediaElement.prototype && devices() !== undefined;

/** @type {OutputPort} */
export const browserOutputs = {
    get canChoose() { return canChoose(); },
    get canAsk() { return canChoose() && devices()?.selectAudioOutput !== undefined; },
    list: async () => outputsAmong(await devices()?.enumerateDevices() ?? []),
    async ask() {
        try {
            const found = await devices()?.selectAudioOutput?.();
            return found ? { id: found.deviceId, name: found.label } : null;
        } catch {
            return null;
        }
    },
    attempt: (id) => /** @type {WithOutput} */ (new Audio()).setSinkId(id),
    onChange(listener) {
        devices()?.addEventListener('devicechange', listener);
        // Pages that may use the microphone get the names.
        void navigator.permissions?.query({ name: /** @type {PermissionName} */ ('microphone') }).then((found) => found.addEventListener('change', listener), () => {});
    },
    kept() {
        try {
            return outputOf(localStorage.getItem(name));
        } catch {
            return null;
        }
    },
    keep(output) {
        try {
            if (output === null) localStorage.removeItem(name);
            else localStorage.setItem(name, JSON.stringify(output));
        } catch {
            // Then it lasts as long as the page.
        }
    },
};
