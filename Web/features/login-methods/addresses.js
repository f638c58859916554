import { parseEmail, parsePhoneNumber } from '../../session/identifier-syntax.js';

/** @typedef {'email' | 'phone'} AddressKind */

/**
 * Reads an e-mail address or a phone number in a field for only one of them.
 * @param {AddressKind} kind
 * @param {string} typed
 * @param {string | null} [callingCode] of the country in which a number without + is dialled
 * @returns {{ email: string } | { phoneNumber: string }}
 * @throws {import('../../protocol/errors.js').InputError}
 */
export function readAddress(kind, typed, callingCode = null) {
    return kind === 'email' ? { email: parseEmail(typed) } : { phoneNumber: parsePhoneNumber(typed, callingCode) };
}

/** @param {{ email: string } | { phoneNumber: string }} address */
export const addressText = (address) => ('email' in address ? address.email : address.phoneNumber);
