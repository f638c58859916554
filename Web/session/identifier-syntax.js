import { InputError } from '../protocol/errors.js';
import { text } from '../texts/text.js';
import { plainPhoneNumber } from './phone-number-spelling.js';

const longestName = 50;

/**
 * Reads an input as an e-mail address or a phone number, however it is spelled. The missing one is an empty text, as the protocol writes it
 * (wire-protocol 0.2).
 * @param {string} typed
 * @returns {{ email: string, phoneNumber: string }}
 * @throws {InputError}
 */
export function parseIdentifier(typed) {
    const trimmed = typed.trim();
    if (trimmed === '') throw new InputError('empty', text('errors.input.noIdentifier'));
    if (trimmed.includes('@')) {
        const email = canonicalEmail(trimmed);
        if (email === null) throw new InputError('notAnEmail', text('errors.input.notAnEmail'));
        return { email, phoneNumber: '' };
    }
    const number = plainPhoneNumber(trimmed);
    if (isPhoneNumber(number)) return { email: '', phoneNumber: number };
    throw number.startsWith('+')
        ? new InputError('notAPhoneNumber', text('errors.input.notAPhoneNumber'))
        : new InputError('missingCountryCode', text('errors.input.missingCountryCode'));
}

/**
 * An address in lower case: `local@domain.tld` in ASCII, at most 254 characters; null for anything else (wire-protocol 9.1).
 * @param {string} typed
 * @returns {string | null}
 */
export function canonicalEmail(typed) {
    if (typed.length > 254 || /[^\x00-\x7f]/.test(typed)) return null;
    const [local, domain, ...more] = typed.toLowerCase().split('@');
    if (more.length > 0 || domain === undefined) return null;
    const isLocal = local.length <= 64 && local.split('.').every((atom) => /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom));
    const labels = domain.split('.');
    const areLabels = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
    return isLocal && areLabels && labels.length >= 2 && /^(?![0-9]+$)..+$/.test(labels[labels.length - 1]) ? `${local}@${domain}` : null;
}

/**
 * `+` and 5 to 15 digits (ITU-T E.164).
 * @param {string} typed
 */
export const isPhoneNumber = (typed) => /^\+[0-9]{5,15}$/.test(typed);

/**
 * A name without spaces around it; at most 50 characters, and no colon, which separates name and id in rooms.
 * @param {string} typed
 * @throws {InputError}
 */
export function parseName(typed) {
    const name = typed.trim();
    if ([...new Intl.Segmenter().segment(name)].length > longestName) throw new InputError('nameTooLong', text('errors.input.nameTooLong', { count: longestName }));
    if (name.includes(':')) throw new InputError('nameWithColon', text('errors.input.nameWithColon'));
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
 * @param {string} typed
 * @throws {InputError}
 */
export function requireName(typed) {
    const name = parseName(typed);
    if (name === '') throw new InputError('nameMissing', text('errors.input.nameMissing'));
    return name;
}
