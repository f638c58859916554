import { rank } from './quality-level.js';

/** @typedef {import('./quality-level.js').QualityLevel} QualityLevel */
/**
 * The known quality of all connections of a call. An unknown one is null, or absent.
 * @typedef {object} Lines
 * @property {QualityLevel | null} sending the media server's feedback on what this device sends
 * @property {Map<number, QualityLevel>} received the reception from each other person
 * @property {Map<number, QualityLevel>} reported each person's report on the reception from this one
 * @property {boolean} isFar whether the round-trip time to the media server alone rules out a good connection
 */
/**
 * The quality of this device's connection, and why it is called weak: others receive little from it, or it receives little from all others.
 * @typedef {{ level: QualityLevel, cause: 'sending' | 'receiving' | null }} OwnLine
 */
/** The verdict on the connections: `others` have weak connections of their own, not because of this device's. */
/** @typedef {{ own: OwnLine, others: Map<number, QualityLevel> }} Judgement */

const poor = rank('poor');
/** @param {QualityLevel} level */
const isPoor = (level) => rank(level) >= poor;
/** @param {Iterable<QualityLevel>} levels */
const best = (levels) => [...levels].sort((one, other) => rank(one) - rank(other))[0];
/** @param {(QualityLevel | null)[]} levels */
const worst = (levels) => [...levels].sort((one, other) => rank(other ?? 'good') - rank(one ?? 'good'))[0] ?? 'good';

/**
 * Decides whose connection is at fault. One bad sender among good ones is at fault itself; if all are bad, the own connection is. Pure.
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
    // A minor impairment is shown, but not explained.
    const level = sending ?? (reported.size > 1 ? best(reported.values()) : null);
    return { own: { level: worst([level]), cause: null }, others: others(lines) };
}

/**
 * All receivers report it. A single receiver may have a bad connection of its own; the media server knows better.
 * @param {Lines} lines
 */
const isHeardBadly = ({ sending, reported }) =>
    reported.size > (sending === null ? 0 : 1) && [...reported.values()].every(isPoor);

/**
 * Everything received is bad. With only one other person their connection is as likely the cause, unless something else indicates this
 * device's.
 * @param {Lines} lines
 */
function isAllBad({ sending, received, isFar }) {
    if (received.size === 0 || ![...received.values()].every(isPoor)) return false;
    return received.size > 1 || isFar || sending !== 'good';
}

/** @param {Lines} lines */
const others = ({ received }) => new Map(received);
