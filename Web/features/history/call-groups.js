/** @typedef {import('./past-call.js').PastCall} PastCall */
/** @typedef {'today' | 'yesterday' | 'weekday' | 'date' | 'dateAndYear'} DayLabel how a day is named, seen from today */
/** @typedef {'running' | 'missed' | 'incoming' | 'outgoing'} RunKind */
/**
 * Calls in a row with the same people that went the same way; the newest is the first.
 * @typedef {{ kind: RunKind, calls: PastCall[] }} CallRun
 */
/** @typedef {{ day: number, label: DayLabel, runs: CallRun[] }} CallDay */

/** A date of another year is easily mistaken for one of this year. */
const yearAfter = 300;

/**
 * The calls by day and, in each day, by runs. Pure: which day a moment belongs to is the caller's to say.
 * The twin of CallDays.swift (`Tests/Vectors/call-history.json`).
 * @param {PastCall[]} calls newest first
 * @param {number} now Unix milliseconds
 * @param {(moment: number) => number} dayOf the number of the day, where the person is
 * @returns {CallDay[]}
 */
export function groupCalls(calls, now, dayOf) {
    /** @type {CallDay[]} */
    const days = [];
    const today = dayOf(now);
    for (const call of calls) {
        // A clock that is behind must not produce a "tomorrow".
        const day = Math.min(dayOf(call.startedAt), today);
        if (days.at(-1)?.day !== day) days.push({ day, label: labelOf(today - day), runs: [] });
        const { runs } = days[days.length - 1];
        const run = runs.at(-1);
        const kind = kindOf(call);
        if (run && kind !== 'running' && run.kind === kind && peopleOf(run.calls[0]) === peopleOf(call)) run.calls.push(call);
        else runs.push({ kind, calls: [call] });
    }
    return days;
}

/**
 * @param {PastCall} call
 * @returns {RunKind}
 */
export function kindOf({ result, isOutgoing }) {
    if (result === 'running' || result === 'ringing') return 'running';
    if (result === 'missed') return 'missed';
    return isOutgoing ? 'outgoing' : 'incoming';
}

/**
 * @param {number} ago in days
 * @returns {DayLabel}
 */
function labelOf(ago) {
    if (ago === 0) return 'today';
    if (ago === 1) return 'yesterday';
    if (ago < 7) return 'weekday';
    return ago > yearAfter ? 'dateAndYear' : 'date';
}

/** @param {PastCall} call */
const peopleOf = ({ people }) => people.map(({ userId }) => userId).sort((left, right) => left - right).join();
