/**
 * The person shown large because they spoke last. Pure: times are passed in.
 * @typedef {object} Spotlight
 * @property {number | null} userId
 * @property {number} since Unix milliseconds
 * @property {number | null} next the person who follows once the current one has been shown long enough
 */

/** In milliseconds: how long the large person stays at least; otherwise a conversation would flicker. */
export const leastShown = 2000;

/** @returns {Spotlight} */
export const noSpotlight = () => ({ userId: null, since: 0, next: null });

/**
 * @param {Spotlight} spotlight
 * @param {number} now
 * @returns {Spotlight}
 */
export function settled(spotlight, now) {
    const due = spotlight.since + leastShown;
    return spotlight.next !== null && now >= due ? { userId: spotlight.next, since: due, next: null } : spotlight;
}

/**
 * The speakers have changed. An interjection does not replace someone who continues to speak.
 * @param {Spotlight} before
 * @param {number[]} spoke the previous speakers
 * @param {number[]} speak the current speakers
 * @param {number} now
 * @returns {Spotlight}
 */
export function spoken(before, spoke, speak, now) {
    const spotlight = settled(before, now);
    const { userId, since } = spotlight;
    const begun = speak.filter((one) => !spoke.includes(one));
    const latest = begun.length > 0 ? begun[begun.length - 1] : spotlight.next;
    const isOver = latest !== null && !speak.includes(latest) && userId !== null && speak.includes(userId);
    const next = latest === userId || isOver ? null : latest;
    if (next !== null && (userId === null || now >= since + leastShown)) return { userId: next, since: now, next: null };
    return { ...spotlight, next };
}

/**
 * @param {Spotlight} spotlight
 * @param {number} leaver
 * @returns {Spotlight}
 */
export function withoutPerson({ userId, since, next }, leaver) {
    const following = next === leaver ? null : next;
    return userId === leaver ? { userId: following, since: 0, next: null } : { userId, since, next: following };
}
