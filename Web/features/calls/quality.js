import { h } from '../../dom/h.js';
import { participantsOf } from './people/people-state.js';
import { text } from '../../texts/text.js';

/** @typedef {import('./call-state.js').CallState} CallState */

const bars = Object.freeze({ good: 3, fair: 2, poor: 1, lost: 0 });
const labels = /** @type {const} */ ({
    own: { fair: 'quality.own.fair', poor: 'quality.own.poor', lost: 'quality.own.lost' },
    other: { fair: 'quality.other.fair', poor: 'quality.other.poor', lost: 'quality.other.lost' },
});

/**
 * The quality of a connection that is not good: three bars, some of them filled.
 * @param {import('../../calls/quality/quality-level.js').QualityLevel} level
 * @param {'own' | 'other'} whose
 */
export function qualityBars(level, whose) {
    if (level === 'good') return null;
    return h('span', { key: 'bars', class: 'bars', role: 'img', 'aria-label': text(labels[whose][level]), 'data-level': level },
        [1, 2, 3].map((bar) => h('span', { key: bar, class: bar <= bars[level] ? 'bar bar-filled' : 'bar' })));
}

/**
 * The cause of weak connections as far as a person can know it, in one sentence; null while all are good.
 * @param {CallState} call
 */
export function qualitySentence(call) {
    const { phase, connection, quality, isVideo } = call;
    const participants = participantsOf(call);
    // While this device reconnects, only that is shown.
    if (phase !== 'inCall' || connection !== 'connected' || participants.length === 0) return null;
    if (quality.cause === 'sending') return text(isVideo ? 'quality.sending.video' : 'quality.sending.audio');
    if (quality.cause === 'receiving') return text(isVideo ? 'quality.receiving.video' : 'quality.receiving.audio');
    const weak = participants.filter((one) => !one.isAway && (one.quality === 'poor' || one.quality === 'lost'));
    if (weak.length === 0) return null;
    const [{ name, quality: level }] = weak;
    if (weak.length > 2) return text('quality.weak.many', { count: weak.length });
    if (weak.length === 2) return text('quality.weak.names', { names: [name, weak[1].name] });
    return text(level === 'lost' ? 'quality.nothing' : 'quality.weak.one', { name });
}

/**
 * Screen readers announce it once, when it changes.
 * @param {CallState} call
 */
export const qualityNote = (call) => h('p', { key: 'quality', class: isOfOthers(call) ? 'call-quality call-quality-others' : 'call-quality', role: 'status' }, qualitySentence(call));

/**
 * In a group call the tiles show whose connection is weak.
 * @param {CallState} call
 */
const isOfOthers = (call) => call.quality.cause === null && participantsOf(call).length > 1;
