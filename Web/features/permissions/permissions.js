import { browserFamily } from './browser-family.js';

/** @typedef {'microphone' | 'camera' | 'notifications'} PermissionKind */
/**
 * @typedef {'granted' | 'prompt' | 'denied' | 'missing'} Permission `prompt`: the browser will ask; `missing`: it doesn't have this feature
 */
/**
 * The browser's permissions for the page, and how to request them.
 * @typedef {object} PermissionPort
 * @property {import('./browser-family.js').BrowserFamily} family
 * @property {(kind: PermissionKind) => Promise<Permission>} query
 * @property {(kind: PermissionKind) => Promise<void>} request has the browser ask
 * @property {(listener: () => void) => void} onChange
 * @property {(kind: PermissionKind) => boolean} wasExplained whether its purpose was explained, in this browser
 * @property {(kind: PermissionKind) => void} noteExplained
 */

const explained = 'explained';
const kinds = /** @type {const} */ (['microphone', 'camera', 'notifications']);

/** @returns {string[]} */
const keptKinds = () => {
    try {
        return (localStorage.getItem(explained) ?? '').split(' ');
    } catch {
        return [];
    }
};

/**
 * Not every browser knows every name; a permission whose state is unknown is treated as not requested yet.
 * @param {PermissionKind} kind
 */
const status = async (kind) => (await navigator.permissions?.query({ name: /** @type {PermissionName} */ (kind) }).catch(() => null)) ?? null;

/** @type {PermissionPort} */
export const browserPermissions = {
    get family() { return browserFamily(navigator.userAgent); },
    async query(kind) {
        if (kind === 'notifications') {
            if (typeof Notification === 'undefined') return 'missing';
            return Notification.permission === 'default' ? 'prompt' : Notification.permission;
        }
        if (!navigator.mediaDevices) return 'missing';
        return (await status(kind))?.state ?? 'prompt';
    },
    async request(kind) {
        if (kind === 'notifications') return void await Notification.requestPermission();
        const stream = await navigator.mediaDevices.getUserMedia(kind === 'camera' ? { video: true } : { audio: true });
        for (const track of stream.getTracks()) track.stop();
    },
    onChange(listener) {
        for (const kind of kinds) void status(kind).then((found) => found?.addEventListener('change', listener));
    },
    wasExplained: (kind) => keptKinds().includes(kind),
    noteExplained(kind) {
        try {
            localStorage.setItem(explained, [...new Set([...keptKinds(), kind])].filter((one) => one !== '').join(' '));
        } catch {
            // Then it is explained once more.
        }
    },
};
