/** @typedef {EventTarget & { type?: string }} NetworkInformation what TypeScript's library does not know: https://wicg.github.io/netinfo */

/**
 * Calls the listener when the machine may reach others over another network than before: with true if the network surely changed, and also
 * when this page becomes visible again, as it may have slept. Returns a function that ends that.
 * @param {(isAnother: boolean) => void} listener
 * @returns {() => void}
 */
export function onNetworkChange(listener) {
    const information = /** @type {{ connection?: NetworkInformation } | undefined} */ (globalThis.navigator)?.connection;
    let type = information?.type;
    const changed = () => {
        // Mostly it is only the browser's estimate of the speed.
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
