/** @typedef {EventTarget & { type?: string }} NetworkInformation what TypeScript's library does not know: https://wicg.github.io/netinfo */

/**
 * Calls the listener when the machine may reach others on another way than before: with true where the way is another for
 * sure, and also when this page is looked at again, as it may have slept. Answers how to end that.
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
