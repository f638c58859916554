import { InputError } from '../protocol/errors.js';
import { text } from '../texts/text.js';
import { visibleText } from '../texts/visible-text.js';
import { readEmail } from './email-address.js';
import { readPhoneNumber } from './phone-number.js';

const longestName = 50;

/**
 * Reads an input as an e-mail address or a phone number, in any spelling. The missing one is an empty string, as in the protocol
 * (wire-protocol 0.2).
 * @param {string} typed
 * @param {string | null} [callingCode] of the country in which a number without + is dialled
 * @returns {{ email: string, phoneNumber: string }}
 * @throws {InputError}
 */
export function parseIdentifier(typed, callingCode = null) {
    const visible = visibleText(typed);
    if (visible.trim() === '') throw new InputError('empty', text('errors.input.noIdentifier'));
    return visible.includes('@') ? { email: parseEmail(typed), phoneNumber: '' } : { email: '', phoneNumber: phoneNumber(typed, callingCode, phoneSentences) };
}

/**
 * @param {string} typed
 * @returns {string}
 * @throws {InputError}
 */
export function parseEmail(typed) {
    const read = readEmail(typed);
    if ('email' in read) return read.email;
    throw new InputError(read.problem, text(read.problem === 'notAnEmail' ? 'errors.input.notAnEmail' : 'errors.input.emailLocalPart'));
}

/**
 * Reads a phone number where nothing else is expected.
 * @param {string} typed
 * @param {string | null} [callingCode] of the country in which a number without + is dialled
 * @returns {string}
 * @throws {InputError}
 */
export function parsePhoneNumber(typed, callingCode = null) {
    return phoneNumber(typed, callingCode, { ...phoneSentences, missingCountryCode: 'add.problem.missingCountryCode.text' });
}

/**
 * @param {string} typed
 * @param {string | null} callingCode
 * @param {typeof phoneSentences} sentences
 */
function phoneNumber(typed, callingCode, sentences) {
    const read = readPhoneNumber(typed, callingCode);
    if ('number' in read) return read.number;
    throw new InputError(read.problem, text(sentences[read.problem]));
}

/** @type {Record<import('./phone-number.js').PhoneProblem, import('../texts/text.js').PlainKey>} */
const phoneSentences = {
    notAPhoneNumber: 'errors.input.notAPhoneNumber', missingCountryCode: 'errors.input.missingCountryCode', phoneExtension: 'errors.input.phoneExtension',
    phoneLength: 'errors.input.phoneLength',
};

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
 * Whether a name is the server's default for someone who gave none, made from an address or number.
 * @param {{ displayName: string, email?: string, phoneNumber?: string }} account
 */
export function isMadeUp({ displayName, email = '', phoneNumber = '' }) {
    return ['', 'User', 'Apple User', 'Google User', email.split('@')[0], phoneNumber && `***${phoneNumber.slice(-2)}`].includes(displayName.trim());
}

/**
 * The same for a mandatory name.
 * @param {string} typed
 * @throws {InputError}
 */
export function requireName(typed) {
    const name = parseName(typed);
    if (name === '') throw new InputError('nameMissing', text('errors.input.nameMissing'));
    return name;
}
