/** @typedef {{ callId: number, reason?: string }} SentEnd an end that the server has sent to this device */
/** @typedef {{ type: 'ended' | 'cancelled', id: number, reason?: string }} RingEnd as the signal would have said it */
/** @typedef {{ start: number[], continue: number[], ends: RingEnd[] }} RingChanges by the ids of calls */

const elsewhere = new Set(['answered_elsewhere', 'declined']);

/**
 * What becomes of what rings once a connection stands again: signals that would have said so may be lost. Pure;
 * the twin of RingsAfterReconnection.swift (`Tests/Vectors/rings-after-reconnection.json`).
 * @param {object} known
 * @param {number[]} known.ringing the calls that ring here, in the order they began
 * @param {number[] | null} known.listed the calls that ring here as the server says; null where it does not
 * @param {SentEnd[]} known.sent the ends that the server has sent to this device
 * @param {number[]} known.missed the calls that the history has as missed; asked where `sent` does not have one that is over
 * @returns {RingChanges}
 */
export function ringsAfterReconnection({ ringing, listed, sent, missed }) {
    if (listed === null) return { start: [], continue: [...ringing], ends: [] };
    const endOf = (/** @type {number} */ id) => {
        const end = sent.filter(({ callId }) => callId === id).at(-1);
        /** @type {RingEnd} */
        const known = end === undefined ? { type: missed.includes(id) ? 'ended' : 'cancelled', id }
            : { type: elsewhere.has(end.reason ?? '') ? 'cancelled' : 'ended', id, ...(end.reason ? { reason: end.reason } : {}) };
        return known;
    };
    return {
        start: [...new Set(listed)].filter((id) => !ringing.includes(id)), continue: ringing.filter((id) => listed.includes(id)),
        ends: ringing.filter((id) => !listed.includes(id)).map(endOf),
    };
}
