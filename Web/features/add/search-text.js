import { readPastedLink } from '../../contacts/pasted-link.js';
import { InputError } from '../../protocol/errors.js';
import { parseIdentifier } from '../../session/identifier-syntax.js';
import { text } from '../../texts/text.js';
import { visibleText } from '../../texts/visible-text.js';

/** @typedef {{ email: string } | { phoneNumber: string } | { publicKeyHash: string }} Wanted the search criterion: the body of a search */

/** Between the digits of a fingerprint. */
const separators = /[\p{White_Space}\p{Cf}\p{Pd}.:]/gu;
const hashLength = 64;
/** More hexadecimal digits than any phone number has. */
const shortestFingerprint = 17;

/**
 * Reads a search criterion: a whole e-mail address, phone number or fingerprint of a key. The twin of SearchText.swift
 * (`Tests/Vectors/search-texts.json`).
 * @param {string} typed
 * @param {string} [callingCode] of the country of a phone number without one
 * @returns {Wanted}
 * @throws {InputError} what is wrong, before anything is sent
 */
export function readSearchText(typed, callingCode) {
    const trimmed = typed.trim();
    const fingerprint = fingerprintIn(trimmed);
    if (fingerprint !== null) {
        if (fingerprint.length === hashLength) return { publicKeyHash: fingerprint };
        throw new InputError('notAFingerprint', text('add.problem.notAFingerprint.text'));
    }
    if (trimmed !== '' && !trimmed.includes('@') && !/\p{Nd}/u.test(trimmed)) {
        throw new InputError('notSearchable', text('add.problem.notSearchable.text'));
    }
    const { email, phoneNumber } = parseIdentifier(trimmed, callingCode);
    return email === '' ? { phoneNumber } : { email };
}

/**
 * Whether the input looks for a person; otherwise it is a link or its token, complete or damaged.
 * @param {string} typed
 */
export function isSearchText(typed) {
    const trimmed = visibleText(typed).trim();
    if (trimmed === '') return false;
    if (fingerprintIn(trimmed) !== null || /^(?:tel|mailto):/i.test(trimmed)) return true;
    const link = readPastedLink(trimmed);
    if (!('problem' in link) || link.problem !== 'notALink' || trimmed.includes('://')) return false;
    if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || (trimmed.includes('/') && /[a-z]/i.test(trimmed))) return false;
    // A long run of letters and digits: most of a token.
    return !/^[^\p{L}\p{N}]*[a-z0-9_-]{20,}[^\p{L}\p{N}]*$/iu.test(trimmed);
}

/**
 * The digits of a text that can only be a fingerprint, in lower case; null for any other.
 * @param {string} typed
 */
function fingerprintIn(typed) {
    const [, label, rest] = /^(sha-?256[:= ])?([^]*)$/i.exec(typed) ?? [];
    const digits = (rest ?? '').replace(separators, '').toLowerCase();
    if (!/^[0-9a-f]*$/.test(digits)) return null;
    return label !== undefined || digits.length >= shortestFingerprint ? digits : null;
}
