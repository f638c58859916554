import { InputError } from '../protocol/errors.js';

/** A token is 43 characters of base62 (wire-protocol 8.3). The twin of ShareLink.swift, but that nobody is named by number. */
const tokenPattern = /^[A-Za-z0-9]{43}$/;
const longestLink = 2048;

/** @param {string} text */
export const isShareToken = (text) => tokenPattern.test(text);

/**
 * The link that others open.
 * @param {string} origin
 * @param {string} token
 */
export const shareLink = (origin, token) => `${origin}/share/contact/${token}`;

/**
 * The token in `https://host/share/contact/TOKEN`, `ecall://contact/TOKEN`, or a bare one; null for anything else.
 * @param {string} text
 */
export function parseShareLink(text) {
    try {
        return readShareLink(text);
    } catch {
        return null;
    }
}

/**
 * The same, saying what is wrong.
 * @param {string} text
 * @param {string} [origin] links of other servers are refused; left out, any is taken
 * @returns {string}
 * @throws {InputError}
 */
export function readShareLink(text, origin) {
    const trimmed = text.trim();
    if (trimmed === '') throw new InputError('empty', 'Give a link or a token.');
    if (!/[/:]/.test(trimmed)) {
        if (isShareToken(trimmed)) return trimmed;
        throw new InputError('notALink', 'This is neither a contact link nor a token.');
    }
    const url = trimmed.length <= longestLink ? parsedURL(trimmed) : null;
    if (!url) throw new InputError('notALink', 'This is neither a contact link nor a token.');
    const path = url.pathname.split('/').filter((part) => part !== '');
    const token = path[path.length - 1] ?? '';
    if (url.protocol === 'ecall:') {
        // Browsers differ in whether such a scheme has a host.
        if (!/^ecall:\/\/contact\/[^/?#]+\/?([?#].*)?$/i.test(trimmed)) throw notAContactLink();
    } else if (url.protocol === 'https:' || url.protocol === 'http:') {
        if (path.length < 3 || path[path.length - 3] !== 'share' || path[path.length - 2] !== 'contact') throw notAContactLink();
        if (origin && new URL(origin).hostname !== url.hostname) {
            throw new InputError('otherServer', `This link belongs to ${url.hostname}, which is not your server.`);
        }
    } else {
        throw notAContactLink();
    }
    if (!isShareToken(token)) throw new InputError('malformedToken', 'This link is damaged: its last part is not a token.');
    return token;
}

/** @param {string} text */
function parsedURL(text) {
    try {
        return new URL(text);
    } catch {
        return null;
    }
}

const notAContactLink = () => new InputError('notAContactLink', 'This link does not lead to a contact.');
