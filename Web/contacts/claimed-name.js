import { visibleText } from '../texts/visible-text.js';

/** The longest name that a link carries, in UTF-16 units: longer ones would make codes too dense to scan. */
const longestName = 40;

/**
 * The parameter of a link with its owner's name, which readers of links skip; '' without a name.
 * @param {string} by
 */
export function nameParameter(by) {
    const name = claimedName(by);
    return name === '' ? '' : `?by=${encodeURIComponent(name)}`;
}

/**
 * The name that a link claims for its owner; '' without one. Anyone can write another one into it.
 * @param {string} end of a link, from its secret on
 */
export function nameInLink(end) {
    const [, written] = /\?by=([^&#\s]*)/.exec(end) ?? [];
    try { return claimedName(decodeURIComponent(written ?? '')); } catch { return ''; }
}

/**
 * A claimed name in one line, without invisible characters or an end that is cut within a letter.
 * @param {string} written
 */
function claimedName(written) {
    const name = visibleText(written).replace(/[\p{White_Space}\p{Cc}]+/gu, ' ').trim();
    return name.length <= longestName ? name : `${name.slice(0, longestName - 1).replace(/[\ud800-\udbff]$/, '').trim()}…`;
}
