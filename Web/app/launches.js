/** @typedef {{ setConsumer: (consumer: (launch: { targetURL?: string }) => void) => void }} LaunchQueue W3C Web App Launch Handler */

/**
 * Handles launches of the installed page while it is open, for instance by a shortcut: the system shows this window, and the window
 * navigates itself.
 * @param {LaunchQueue | undefined} queue none in browsers that open another window
 * @param {{ origin: string, hash: string }} location of this window
 */
export function watchLaunches(queue, location) {
    queue?.setConsumer(({ targetURL }) => {
        const target = targetURL === undefined ? null : new URL(targetURL, location.origin);
        if (target?.origin === location.origin && target.pathname === '/' && target.hash !== '' && target.hash !== location.hash) location.hash = target.hash;
    });
}
