/** @typedef {{ start: number[], continue: number[], endedMissed: number[], endedElsewhere: number[] }} RingChanges by the ids of calls */

/**
 * What becomes of what rings once a connection stands again: signals that would have said so may be lost. Pure; the twin of
 * RingsAfterReconnection.swift.
 * @param {object} known
 * @param {number[]} known.ringing the calls that ring here, in the order they began
 * @param {number[] | null} known.listed the calls that ring here as the server says; null where it does not
 * @param {number[]} known.missed the calls that the history has as missed
 * @returns {RingChanges}
 */
export function ringsAfterReconnection({ ringing, listed, missed }) {
    if (listed === null) return { start: [], continue: [...ringing], endedMissed: [], endedElsewhere: [] };
    const over = ringing.filter((id) => !listed.includes(id));
    return {
        start: [...new Set(listed)].filter((id) => !ringing.includes(id)), continue: ringing.filter((id) => listed.includes(id)),
        endedMissed: over.filter((id) => missed.includes(id)), endedElsewhere: over.filter((id) => !missed.includes(id)),
    };
}
