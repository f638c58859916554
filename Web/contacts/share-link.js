import { InputError } from '../protocol/errors.js';
import { text } from '../texts/text.js';

/**
 * A token is 43 characters of base62 (wire-protocol 8.3). The twin of ShareLink.swift (`Tests/Vectors/share-links.json`), except that no
 * one is named by number.
 */
const tokenPattern = /^[A-Za-z0-9]{43}$/;
const longestLink = 2048;

/** @param {string} typed */
export const isShareToken = (typed) => tokenPattern.test(typed);

/**
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
    const trimmed = typed.replace(/^[\p{Z}\t-\r\x85]+|[\p{Z}\t-\r\x85]+$/gu, '');
    if (trimmed === '') throw new InputError('empty', text('add.problem.empty.text'));
    if (!/[/:]/.test(trimmed)) {
        if (isShareToken(trimmed)) return trimmed;
        throw notALink();
    }
    const parts = partsOf(trimmed);
    if (!parts) throw notALink();
    const { scheme, host, path } = parts;
    const token = path[path.length - 1] ?? '';
    if (scheme === 'ecall') {
        if (host !== 'contact' || path.length !== 1) throw notAContactLink();
    } else if (scheme === 'https' || scheme === 'http') {
        if (host === undefined) throw notALink();
        if (path.length < 3 || path[path.length - 3] !== 'share' || path[path.length - 2] !== 'contact') throw notAContactLink();
        if (origin && new URL(origin).hostname !== host) {
            throw new InputError('otherServer', text('add.problem.otherServer.text'));
        }
    } else {
        throw notAContactLink();
    }
    if (!isShareToken(token)) throw new InputError('malformedToken', text('add.problem.malformedToken.text'));
    return token;
}

/**
 * Scheme, host and segments of a URL in plain ASCII, as they are written (RFC 3986 section 3); null for anything else, and for
 * user names. Not the browser's parser: it mends what other readers refuse.
 * @param {string} typed
 * @returns {{ scheme: string, host: string | undefined, path: string[] } | null}
 */
function partsOf(typed) {
    const [, scheme, rest] = typed.length <= longestLink ? (/^([a-z][a-z0-9+.-]*):([-\w.~:/?#[\]@!$&'()*+,;=%]*)$/i.exec(typed) ?? []) : [];
    if (scheme === undefined) return null;
    const [, host, path = ''] = /^\/\/(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::[0-9]{1,5})?(\/[^?#]*)?(?:[?#].*)?$/i.exec(rest) ?? [];
    return { scheme: scheme.toLowerCase(), host: host?.toLowerCase(), path: path.split('/').filter((part) => part !== '') };
}

const notALink = () => new InputError('notALink', text('add.problem.notALink.text'));
const notAContactLink = () => new InputError('notAContactLink', text('add.problem.notAContactLink.text'));
