import { APIError } from '../../protocol/errors.js';
import { parseMoment } from '../../protocol/moment.js';
import { isShareToken, shareLink } from '../../contacts/share-link.js';

/**
 * A link by which several people can ask to become this person's contacts, until it ends.
 * @typedef {object} PersonalLink
 * @property {string} link
 * @property {number} maxUses how many people can ask by it
 * @property {number} usedCount how many have
 * @property {number} createdAt when it was last set, in Unix milliseconds
 * @property {number} expiresAt Unix milliseconds
 */
/**
 * The limits of a link: how many people, and for how long.
 * @typedef {object} LinkLimits
 * @property {number} maxUses
 * @property {number} lifetime seconds
 */

// The choices, what is next to a link's limits, and how a link stands: the twin of PersonalLinkLimits.swift (`Tests/Vectors/personal-link.json`).
const hour = 3600;
const day = 24 * hour;

/** The numbers of people to choose from. */
export const peopleChoices = Object.freeze([1, 5, 10, 50, 500]);
/** The durations to choose from, in seconds: a day, a week, a month, a year. */
export const lifetimeChoices = Object.freeze([day, 7 * day, 30 * day, 365 * day]);

/** @type {Readonly<LinkLimits>} */
export const usualLimits = Object.freeze({ maxUses: 10, lifetime: 30 * day });
/** The server's limits, in seconds. */
const [shortest, longest] = [hour, 365 * day];

/**
 * Reads the server's answer; null: there is no link.
 * @param {import('../../protocol/http/answers.js').PersonalLinkAnswer} answer
 * @param {string} origin
 * @returns {PersonalLink | null}
 * @throws {APIError} `undecodable`
 */
export function readPersonalLink(answer, origin) {
    const said = answer?.personalLink;
    if (said === null) return null;
    const { token, maxUses, usedCount, createdAt, expiresAt } = said ?? {};
    const link = {
        link: shareLink(origin, String(token)), maxUses: Number(maxUses), usedCount: Number(usedCount),
        createdAt: momentOf(createdAt), expiresAt: momentOf(expiresAt),
    };
    const isWhole = typeof token === 'string' && isShareToken(token) && Number.isSafeInteger(maxUses) && link.maxUses >= 1
        && Number.isSafeInteger(usedCount) && link.usedCount >= 0 && !Number.isNaN(link.createdAt) && !Number.isNaN(link.expiresAt);
    if (!isWhole) throw new APIError('undecodable', 200);
    return link;
}

/** @param {unknown} said */
const momentOf = (said) => (typeof said === 'string' ? parseMoment(said) : NaN);

/**
 * Whether someone can still use it, or why not: it has reached its number of people, or has expired.
 * @param {PersonalLink} link
 * @param {number} now Unix milliseconds
 * @returns {'live' | 'full' | 'over'}
 */
export function stageOf({ maxUses, usedCount, expiresAt }, now) {
    if (usedCount >= maxUses) return 'full';
    return expiresAt <= now ? 'over' : 'live';
}

/**
 * The limits for a new link that ends when this one does, as far as the server accepts them.
 * @param {PersonalLink} link
 * @param {number} now Unix milliseconds
 * @returns {LinkLimits}
 */
export const limitsFrom = ({ maxUses, expiresAt }, now) => ({ maxUses, lifetime: Math.min(longest, Math.max(shortest, Math.round((expiresAt - now) / 1000))) });

/**
 * The choices closest to a link's limits; the defaults without a link.
 * @param {PersonalLink | null} link
 * @returns {LinkLimits}
 */
export function nearestChoice(link) {
    if (link === null) return { ...usualLimits };
    const limits = limitsFrom(link, link.createdAt);
    return { maxUses: nearest(peopleChoices, limits.maxUses), lifetime: nearest(lifetimeChoices, limits.lifetime) };
}

/**
 * @param {readonly number[]} choices
 * @param {number} value above 0
 */
const nearest = (choices, value) => choices.reduce((best, choice) => (distance(choice, value) < distance(best, value) ? choice : best));

/**
 * @param {number} one
 * @param {number} other
 */
const distance = (one, other) => Math.abs(Math.log(one / other));

/**
 * Whether two answers describe the same link with the same limits, however many people have used it.
 * @param {PersonalLink | 'off' | null} one
 * @param {PersonalLink | 'off' | null} other
 */
export function isSameLink(one, other) {
    if (one === null || other === null || one === 'off' || other === 'off') return one === other;
    return one.link === other.link && one.maxUses === other.maxUses && one.expiresAt === other.expiresAt;
}
