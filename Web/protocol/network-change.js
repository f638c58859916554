/** @typedef {EventTarget & { type?: string }} NetworkInformation what TypeScript's library does not know: https://wicg.github.io/netinfo */

/**
 * Calls the listener when the machine may use another network than before: with true if the network has definitely changed; also when this
 * page becomes visible again, since the machine may have slept. Returns a function that stops that.
 * @param {(isAnother: boolean) => void} listener
 * @returns {() => void}
 */
export function onNetworkChange(listener) {
    const information = /** @type {{ connection?: NetworkInformation } | undefined} */ (globalThis.navigator)?.connection;
    let type = information?.type;
    const changed = () => {
        // Usually, only the browser's estimate of the bandwidth has changed.
        const isAnother = information?.type !== type;
        type = information?.type;
        listener(isAnother);
    };
    const isBack = () => listener(true);
    const shown = () => { if (document.visibilityState === 'visible') listener(false); };
    globalThis.addEventListener?.('online', isBack);
    information?.addEventListener?.('change', changed);
    globalThis.document?.addEventListener('visibilitychange', shown);
    return () => {
        globalThis.removeEventListener?.('online', isBack);
        information?.removeEventListener?.('change', changed);
        globalThis.document?.removeEventListener('visibilitychange', shown);
    };
}
