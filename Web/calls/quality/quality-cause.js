import { rank } from './quality-level.js';

/** @typedef {import('./quality-level.js').QualityLevel} QualityLevel */
/**
 * What is known of all lines of a call. One that is not known is null, or not there.
 * @typedef {object} Lines
 * @property {QualityLevel | null} sending what the media server says of what this device sends
 * @property {Map<number, QualityLevel>} received what comes of each other person
 * @property {Map<number, QualityLevel>} reported what each says that comes of this one
 * @property {boolean} isFar whether the media server is so far away, in time, that this alone is no good line
 */
/**
 * How the own line is, and why it is called weak: others get little of this person, or this person of all others.
 * @typedef {{ level: QualityLevel, cause: 'sending' | 'receiving' | null }} OwnLine
 */
/** What is to be said of the lines: `others` are weak by themselves, and not by the own line. */
/** @typedef {{ own: OwnLine, others: Map<number, QualityLevel> }} Judgement */

const poor = rank('poor');
/** @param {QualityLevel} level */
const isPoor = (level) => rank(level) >= poor;
/** @param {Iterable<QualityLevel>} levels */
const best = (levels) => [...levels].sort((one, other) => rank(one) - rank(other))[0];
/** @param {(QualityLevel | null)[]} levels */
const worst = (levels) => [...levels].sort((one, other) => rank(other ?? 'good') - rank(one ?? 'good'))[0] ?? 'good';

/**
 * Whose line it is. What one hears badly while the others are well is that one's; what all hear badly is the own. Pure.
 * Swift has the same rule (Tests/Vectors/quality-cause.json).
 * @param {Lines} lines
 * @returns {Judgement}
 */
export function judge(lines) {
    const { sending, received, reported } = lines;
    if (sending !== null && isPoor(sending)) return { own: { level: sending, cause: 'sending' }, others: others(lines) };
    if (isHeardBadly(lines)) return { own: { level: best(reported.values()), cause: 'sending' }, others: others(lines) };
    if (isAllBad(lines)) {
        return { own: { level: best(received.values()), cause: 'receiving' }, others: new Map([...received.keys()].map((user) => [user, 'good'])) };
    }
    // That something is not quite well is shown, and not explained.
    const level = sending ?? (reported.size > 1 ? best(reported.values()) : null);
    return { own: { level: worst([level]), cause: null }, others: others(lines) };
}

/**
 * Everybody says so. A single one may speak of their own line; the media server knows better.
 * @param {Lines} lines
 */
const isHeardBadly = ({ sending, reported }) =>
    reported.size > (sending === null ? 0 : 1) && [...reported.values()].every(isPoor);

/**
 * All that comes is bad. Where one person is all there are, their line is as likely, unless something else speaks for the own.
 * @param {Lines} lines
 */
function isAllBad({ sending, received, isFar }) {
    if (received.size === 0 || ![...received.values()].every(isPoor)) return false;
    return received.size > 1 || isFar || sending !== 'good';
}

/** @param {Lines} lines */
const others = ({ received }) => new Map(received);
