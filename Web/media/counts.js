/**
 * The outcomes of the frames of one track.
 * @typedef {{ passed: number, drops: Record<string, number>, dropsAfterFirst: Record<string, number> }} Counts
 */

/** @returns {Counts} */
export const noCounts = () => ({ passed: 0, drops: {}, dropsAfterFirst: {} });

/**
 * @param {Counts} counts
 * @param {string} reason
 */
export function countDrop(counts, reason) {
    counts.drops[reason] = (counts.drops[reason] ?? 0) + 1;
    if (counts.passed > 0) counts.dropsAfterFirst[reason] = (counts.dropsAfterFirst[reason] ?? 0) + 1;
}
