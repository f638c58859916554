/**
 * Held by a window that is in a call: no other release of the page becomes active meanwhile. The names are Web Locks, shared by windows and
 * the service worker of one origin.
 */
export const callLock = 'ecall-call';

/**
 * Held by a window as long as it is open: its files are not removed.
 * @param {string} release the name of the window's release
 */
export const releaseLock = (release) => `ecall-release-${release}`;

/** Held by the window that is the device of this browser: it alone uses the tokens. */
export const deviceLock = 'ecall-device';

/** Held by the window that is the device while it is connected and visible: then it shows events itself. */
export const seenLock = 'ecall-seen';
