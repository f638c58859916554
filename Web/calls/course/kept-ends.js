const name = 'owed-ends';
/** How many are kept; the server gives up places by itself after a minute. */
const most = 16;

/** @typedef {{ id: number, reason?: 'no_answer' | 'busy' | 'connection_lost' }} OwedEnd the end of a call that the server has not heard of */
/**
 * Keeps the ends that the server has not heard of, for a page that is loaded anew.
 * @typedef {{ load: () => OwedEnd[], save: (owed: OwedEnd[]) => void }} KeptEnds
 */

const reasons = new Set([undefined, 'no_answer', 'busy', 'connection_lost']);

/**
 * Those of one device. Written at once, which IndexedDB does not promise a page that goes.
 * @param {string} device its address
 * @returns {KeptEnds}
 */
export const keptEnds = (device) => ({
    load() {
        try {
            const kept = JSON.parse(localStorage.getItem(name) ?? 'null');
            if (kept?.device !== device || !Array.isArray(kept.owed)) return [];
            return kept.owed.filter((/** @type {OwedEnd | null} */ one) => Number.isSafeInteger(one?.id) && reasons.has(one?.reason)).slice(-most);
        } catch {
            return [];
        }
    },
    save(owed) {
        try {
            if (owed.length === 0) localStorage.removeItem(name);
            else localStorage.setItem(name, JSON.stringify({ device, owed: owed.slice(-most) }));
        } catch {
            // They are reported for as long as this page is there.
        }
    },
});
