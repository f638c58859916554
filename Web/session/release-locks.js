/**
 * Held by a window that is in a call: no other release of the page becomes active meanwhile. Names of Web Locks, which windows and the
 * service worker of one origin share.
 */
export const callLock = 'ecall-call';

/**
 * Held by a window as long as it is open: its files are not removed.
 * @param {string} release the name of the window's release
 */
export const releaseLock = (release) => `ecall-release-${release}`;

/** Held by the window that is the device of this browser: it alone uses the tokens. */
export const deviceLock = 'ecall-device';

/** Held by the window that is the device while it is connected and looked at: what happens it shows itself. */
export const seenLock = 'ecall-seen';
