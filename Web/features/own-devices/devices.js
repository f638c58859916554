/**
 * A device that is signed in to the account, as the server describes it; `location` may be ''.
 * @typedef {{ id: number, deviceName: string, systemName: string, systemVersion: string, identifier: string, ip: string, location: string, updatedAt?: string | null }} Device
 */

/** The name that a page gives its device. */
const browserName = /^Web \((.+)\)$/;

/**
 * This device first, then the most recently used.
 * @param {Device[]} devices
 * @param {number} own
 */
export function inOrder(devices, own) {
    const seen = (/** @type {Device} */ { updatedAt }) => Date.parse(updatedAt ?? '') || 0;
    return [...devices].sort((left, right) => Number(right.id === own) - Number(left.id === own) || seen(right) - seen(left) || left.id - right.id);
}

/**
 * The system that it runs on: `Linux 6.1`. The version in a browser's description is the browser's and not the system's; its name contains
 * it.
 * @param {Device} device
 */
export function systemOf({ systemName, systemVersion, identifier }) {
    const isBrowser = browserName.test(identifier);
    return isBrowser ? systemName : `${systemName} ${systemVersion}`.trim();
}

/**
 * The program: `Firefox 153`; '' if it isn't a browser.
 * @param {Device} device
 */
export function browserOf({ identifier, systemVersion }) {
    const [, browser] = browserName.exec(identifier) ?? [];
    return browser ? `${browser} ${systemVersion}`.trim() : '';
}
