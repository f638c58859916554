import { InputError } from '../protocol/errors.js';
import { plainPhoneNumber } from './phone-number-spelling.js';

/**
 * Reads what a person typed as an e-mail address or a phone number, however that is spelled. What is not given is an empty
 * text, as the protocol writes it (wire-protocol 0.2).
 * @param {string} text
 * @returns {{ email: string, phoneNumber: string }}
 * @throws {InputError}
 */
export function parseIdentifier(text) {
    const trimmed = text.trim();
    if (trimmed === '') throw new InputError('empty', 'Give an e-mail address or a phone number.');
    if (trimmed.includes('@')) {
        const email = canonicalEmail(trimmed);
        if (email === null) throw new InputError('notAnEmail', 'This is not an e-mail address.');
        return { email, phoneNumber: '' };
    }
    const number = plainPhoneNumber(trimmed);
    if (isPhoneNumber(number)) return { email: '', phoneNumber: number };
    throw number.startsWith('+')
        ? new InputError('notAPhoneNumber', 'This is not a phone number: 5 to 15 digits after the +.')
        : new InputError('missingCountryCode', 'Give an e-mail address, or a phone number with + and country code.');
}

/**
 * An address in lower case: `local@domain.tld` in ASCII, at most 254 characters; null for anything else (wire-protocol 9.1).
 * @param {string} text
 * @returns {string | null}
 */
export function canonicalEmail(text) {
    if (text.length > 254 || /[^\x00-\x7f]/.test(text)) return null;
    const [local, domain, ...more] = text.toLowerCase().split('@');
    if (more.length > 0 || domain === undefined) return null;
    const isLocal = local.length <= 64 && local.split('.').every((atom) => /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom));
    const labels = domain.split('.');
    const areLabels = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
    return isLocal && areLabels && labels.length >= 2 && /^(?![0-9]+$)..+$/.test(labels[labels.length - 1]) ? `${local}@${domain}` : null;
}

/**
 * `+` and 5 to 15 digits (ITU-T E.164).
 * @param {string} text
 */
export const isPhoneNumber = (text) => /^\+[0-9]{5,15}$/.test(text);

/**
 * A name without spaces around it; at most 50 characters, and no colon, which separates name and id in rooms.
 * @param {string} text
 * @throws {InputError}
 */
export function parseName(text) {
    const name = text.trim();
    if ([...new Intl.Segmenter().segment(name)].length > 50) throw new InputError('nameTooLong', 'A name has at most 50 characters.');
    if (name.includes(':')) throw new InputError('nameWithColon', 'A name cannot contain a colon.');
    return name;
}

/**
 * Whether a name is what the server makes of an address or number for those who gave none.
 * @param {{ displayName: string, email?: string, phoneNumber?: string }} account
 */
export function isMadeUp({ displayName, email = '', phoneNumber = '' }) {
    return ['', 'User', 'Apple User', 'Google User', email.split('@')[0], phoneNumber && `***${phoneNumber.slice(-2)}`].includes(displayName.trim());
}

/**
 * The same for a name that there must be.
 * @param {string} text
 * @throws {InputError}
 */
export function requireName(text) {
    const name = parseName(text);
    if (name === '') throw new InputError('nameMissing', 'Give a name: without one nobody knows who calls.');
    return name;
}
