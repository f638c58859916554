const name = 'left-call';

/**
 * Keeps when this device said that it leaves a call, as its page closed: from then on the server waits for it. Written at
 * once, which IndexedDB does not promise a page that goes.
 * @param {number} id
 * @param {number} at Unix milliseconds
 */
export function keepLeft(id, at) {
    try {
        localStorage.setItem(name, JSON.stringify({ id, at }));
    } catch {
        // It is then taken for lost without a word.
    }
}

/** @param {number} id */
export function leftAt(id) {
    try {
        const kept = JSON.parse(localStorage.getItem(name) ?? 'null');
        return kept?.id === id && Number.isSafeInteger(kept.at) ? Number(kept.at) : null;
    } catch {
        return null;
    }
}
