import { InputError } from '../protocol/errors.js';
import { text } from '../texts/text.js';

/** A token is 43 characters of base62 (wire-protocol 8.3). The twin of ShareLink.swift, but that nobody is named by number. */
const tokenPattern = /^[A-Za-z0-9]{43}$/;
const longestLink = 2048;

/** @param {string} typed */
export const isShareToken = (typed) => tokenPattern.test(typed);

/**
 * The link that others open.
 * @param {string} origin
 * @param {string} token
 */
export const shareLink = (origin, token) => `${origin}/share/contact/${token}`;

/**
 * The token in `https://host/share/contact/TOKEN`, `ecall://contact/TOKEN`, or a bare one; null for anything else.
 * @param {string} typed
 */
export function parseShareLink(typed) {
    try {
        return readShareLink(typed);
    } catch {
        return null;
    }
}

/**
 * The same, saying what is wrong.
 * @param {string} typed
 * @param {string} [origin] links of other servers are refused; left out, any is taken
 * @returns {string}
 * @throws {InputError}
 */
export function readShareLink(typed, origin) {
    const trimmed = typed.trim();
    if (trimmed === '') throw new InputError('empty', text('add.problem.empty.text'));
    if (!/[/:]/.test(trimmed)) {
        if (isShareToken(trimmed)) return trimmed;
        throw new InputError('notALink', text('add.problem.notALink.text'));
    }
    const url = trimmed.length <= longestLink ? parsedURL(trimmed) : null;
    if (!url) throw new InputError('notALink', text('add.problem.notALink.text'));
    const path = url.pathname.split('/').filter((part) => part !== '');
    const token = path[path.length - 1] ?? '';
    if (url.protocol === 'ecall:') {
        // Browsers differ in whether such a scheme has a host.
        if (!/^ecall:\/\/contact\/[^/?#]+\/?([?#].*)?$/i.test(trimmed)) throw notAContactLink();
    } else if (url.protocol === 'https:' || url.protocol === 'http:') {
        if (path.length < 3 || path[path.length - 3] !== 'share' || path[path.length - 2] !== 'contact') throw notAContactLink();
        if (origin && new URL(origin).hostname !== url.hostname) {
            throw new InputError('otherServer', text('add.problem.otherServer.text'));
        }
    } else {
        throw notAContactLink();
    }
    if (!isShareToken(token)) throw new InputError('malformedToken', text('add.problem.malformedToken.text'));
    return token;
}

/** @param {string} typed */
function parsedURL(typed) {
    try {
        return new URL(typed);
    } catch {
        return null;
    }
}

const notAContactLink = () => new InputError('notAContactLink', text('add.problem.notAContactLink.text'));
