import { text } from '../../texts/text.js';

/** @typedef {import('../../texts/text.js').Words} Words */
/** @typedef {import('./past-call.js').PastCall} PastCall */

/**
 * The outcome of a call, beside its direction.
 * @param {PastCall} call
 * @returns {Words}
 */
export function resultOf({ result, isOutgoing, duration }) {
    switch (result) {
    case 'running': return text('history.result.running');
    case 'ringing': return text('history.result.ringing');
    case 'missed': return text('history.result.missed');
    case 'declined': return text('history.result.declined');
    case 'busy': return text('history.result.busy');
    case 'unanswered': return text('history.result.unanswered');
    case 'cancelled': return text('history.result.cancelled');
    case 'unconnected': return text('history.result.unconnected');
    case 'answered': return text(isOutgoing ? 'history.result.outgoing' : 'history.result.incoming', { time: roughly(duration) });
    }
}

/**
 * The outcome of a run of calls: of a single call, or of several with their number.
 * @param {import('./call-groups.js').RunKind} kind
 * @param {PastCall[]} calls
 * @param {boolean} [isOpen] there may be more of it: only how the newest went is known
 * @returns {Words}
 */
export function runOf(kind, calls, isOpen = false) {
    const count = calls.length;
    if (count === 1 || kind === 'running' || isOpen) return resultOf(calls[0]);
    return text(kind === 'missed' ? 'history.run.missed' : kind === 'outgoing' ? 'history.run.outgoing' : 'history.run.incoming', { count });
}

/**
 * @param {PastCall} call
 * @returns {Words}
 */
export function kindOf({ isOutgoing, isVideo }) {
    if (isOutgoing) return text(isVideo ? 'history.kind.outgoingVideo' : 'history.kind.outgoing');
    return text(isVideo ? 'history.kind.incomingVideo' : 'history.kind.incoming');
}

/**
 * @param {import('./call-groups.js').CallDay} day
 * @returns {Words}
 */
export function dayName({ label, runs }) {
    const moment = runs[0].calls[0].startedAt;
    switch (label) {
    case 'today': return text('history.today');
    case 'yesterday': return text('history.yesterday');
    case 'weekday': return { format: 'weekday', moment };
    default: return { format: 'date', moment, hasYear: label === 'dateAndYear' };
    }
}

/**
 * A length of time in the largest unit that fits.
 * @param {number} milliseconds
 * @returns {Words}
 */
function roughly(milliseconds) {
    // Formatted like the clock of the call.
    const seconds = Math.floor(milliseconds / 1000);
    if (seconds < 60) return { format: 'amount', count: seconds, unit: 'second' };
    if (seconds < 3600) return { format: 'amount', count: Math.floor(seconds / 60), unit: 'minute' };
    return { format: 'duration', milliseconds: Math.floor(seconds / 60) * 60_000 };
}
