import { InputError } from '../../protocol/errors.js';
import { text } from '../../texts/text.js';
import { canonicalEmail, isPhoneNumber } from '../../session/identifier-syntax.js';

/** @typedef {'email' | 'phone'} AddressKind */

/**
 * Reads an e-mail address or a phone number in a field for only one of them.
 * @param {AddressKind} kind
 * @param {string} typed
 * @returns {{ email: string } | { phoneNumber: string }}
 * @throws {InputError}
 */
export function readAddress(kind, typed) {
    const trimmed = typed.trim();
    if (kind === 'email') {
        const email = canonicalEmail(trimmed);
        if (email === null) throw new InputError('notAnEmail', text('errors.input.notAnEmail'));
        return { email };
    }
    const phoneNumber = trimmed.replace(/[ \-.()/]/g, '');
    if (!isPhoneNumber(phoneNumber)) throw new InputError('notAPhoneNumber', text('errors.input.notAPhoneNumber'));
    return { phoneNumber };
}

/** @param {{ email: string } | { phoneNumber: string }} address */
export const addressText = (address) => ('email' in address ? address.email : address.phoneNumber);
