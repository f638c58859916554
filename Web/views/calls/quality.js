import { h } from '../../dom/h.js';

/** @typedef {import('../../calls/quality/quality-level.js').QualityLevel} QualityLevel */
/** @typedef {import('../../state/state.js').CallState} CallState */

const bars = Object.freeze({ good: 3, fair: 2, poor: 1, lost: 0 });
const words = Object.freeze({ good: 'good', fair: 'fair', poor: 'weak', lost: 'lost' });

/**
 * How a line is, while it is not good: three bars, of which some are filled.
 * @param {QualityLevel} level
 * @param {string} whose 'Your connection', 'Connection'
 */
export function qualityBars(level, whose) {
    if (level === 'good') return null;
    return h('span', { key: 'bars', class: 'bars', role: 'img', 'aria-label': `${whose}: ${words[level]}`, 'data-level': level },
        [1, 2, 3].map((bar) => h('span', { key: bar, class: bar <= bars[level] ? 'bar bar-filled' : 'bar' })));
}

/**
 * What a person can know of lines that are weak, in one sentence; '' while all are well.
 * @param {CallState} call
 */
export function qualitySentence({ phase, connection, participants, quality, isVideo }) {
    // Who looks for the way to the call is told that, and nothing else.
    if (phase !== 'inCall' || connection !== 'connected' || participants.length === 0) return '';
    if (quality.cause === 'sending') return `Your connection is weak: others may ${isVideo ? 'see you freeze' : 'not hear you well'}.`;
    if (quality.cause === 'receiving') return `Your connection is weak: you may not ${isVideo ? 'see and hear' : 'hear'} others well.`;
    const weak = participants.filter((one) => !one.isReconnecting && (one.quality === 'poor' || one.quality === 'lost'));
    if (weak.length === 0) return '';
    const [{ name, quality: level }] = weak;
    if (weak.length > 1) return weak.length === 2 ? `The connections of ${name} and ${weak[1].name} are weak.` : `The connections of ${weak.length} people are weak.`;
    return level === 'lost' ? `Nothing comes from ${name} just now.` : `${name}’s connection is weak.`;
}

/**
 * Said once by what reads the screen, as it changes.
 * @param {CallState} call
 */
export const qualityNote = (call) => h('p', { key: 'quality', class: 'call-quality', role: 'status' }, qualitySentence(call));
