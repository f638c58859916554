const name = 'left-call';

/**
 * Records when this device announced that it leaves a call because its page closed: from then on the server waits for it. Written
 * synchronously, which IndexedDB cannot guarantee to a closing page.
 * @param {number} id
 * @param {number} at Unix milliseconds
 */
export function keepLeft(id, at) {
    try {
        localStorage.setItem(name, JSON.stringify({ id, at }));
    } catch {
        // The server then considers it lost.
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
