/**
 * The reply to a caller from a person who won't take the call (e2ee 2, reply): they cannot talk now, and will call back in this many
 * minutes, 0 … 255; 0: unspecified. `words`: a message of their own.
 * @typedef {{ kind: 'cannotTalkNow', minutes: number, words?: string }} CallReply
 */

const version = 1;
const cannotTalkNow = 1;
/** The bytes of a reply: unused ones are zero, so that its length reveals nothing. */
export const replyLength = 64;
/** The number of bytes before the words. */
const headLength = 3;
/** Control characters, and those that change the direction of the text that follows. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]+/gu;

/**
 * As much of a text as fits, without splitting a character.
 * @param {string} text
 */
export function fittingWords(text) {
    const encoder = new TextEncoder();
    let [words, left] = ['', replyLength - headLength];
    for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.replace(unseen, ' '))) {
        left -= encoder.encode(segment).length;
        if (left < 0) break;
        words += segment;
    }
    return words;
}

/** @param {CallReply} reply */
export function replyBytes({ minutes, words = '' }) {
    const bytes = new Uint8Array(replyLength);
    bytes.set([version, cannotTalkNow, minutes]);
    bytes.set(new TextEncoder().encode(fittingWords(words.trim())), headLength);
    return bytes;
}

/**
 * Null for another length, version or kind.
 * @param {Uint8Array} bytes
 * @returns {CallReply | null}
 */
export function replyOf(bytes) {
    if (bytes.length !== replyLength || bytes[0] !== version || bytes[1] !== cannotTalkNow) return null;
    const words = wordsIn(bytes.subarray(headLength));
    return { kind: 'cannotTalkNow', minutes: bytes[2], ...(words && { words }) };
}

/**
 * Empty for bytes that aren't text.
 * @param {Uint8Array} bytes
 */
function wordsIn(bytes) {
    const end = bytes.indexOf(0);
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end < 0 ? undefined : end)).replace(unseen, ' ').trim();
    } catch {
        return '';
    }
}
