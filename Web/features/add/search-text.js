import { InputError } from '../../protocol/errors.js';
import { parseIdentifier } from '../../session/identifier-syntax.js';
import { text } from '../../texts/text.js';
import { isShareToken } from '../../contacts/share-link.js';

/** @typedef {{ email: string } | { phoneNumber: string } | { publicKeyHash: string }} Wanted the search criterion: the body of a search */

/** Between the digits of a fingerprint. */
const separators = /[\p{White_Space}\p{Cf}\p{Pd}.:]/gu;
const hashLength = 64;
/** Hexadecimal digits that are more than any phone number has. */
const shortestFingerprint = 17;

/**
 * Reads a search criterion: a whole e-mail address, phone number or fingerprint of a key. The twin of SearchText.swift
 * (`Tests/Vectors/search-texts.json`).
 * @param {string} typed
 * @returns {Wanted}
 * @throws {InputError} what is wrong, before anything is sent
 */
export function readSearchText(typed) {
    const trimmed = typed.trim();
    const fingerprint = fingerprintIn(trimmed);
    if (fingerprint !== null) {
        if (fingerprint.length === hashLength) return { publicKeyHash: fingerprint };
        throw new InputError('notAFingerprint', text('add.problem.notAFingerprint.text'));
    }
    if (trimmed !== '' && !trimmed.includes('@') && !/\p{Nd}/u.test(trimmed)) {
        throw new InputError('notSearchable', text('add.problem.notSearchable.text'));
    }
    const { email, phoneNumber } = parseIdentifier(trimmed);
    return email === '' ? { phoneNumber } : { email };
}

/**
 * Whether a text looks for a person; else it is a link or its token, whole or damaged.
 * @param {string} typed
 */
export function isSearchText(typed) {
    const trimmed = typed.trim();
    if (trimmed === '' || isShareToken(trimmed) || trimmed.includes('://')) return false;
    if (fingerprintIn(trimmed) !== null || /^tel:/i.test(trimmed)) return true;
    if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || (trimmed.includes('/') && /[a-z]/i.test(trimmed))) return false;
    // Long, letters and digits without a break: most of a token.
    return !/^[a-z0-9_-]{20,}$/i.test(trimmed);
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
