/** The zeros of the digits that people type besides 0 to 9: Arabic, Persian, Devanagari, Thai, Khmer, full width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x0e50, 0x17e0, 0xff10];
/** Between digits, and unseen around a number that was copied. */
const spacing = /[\p{White_Space}\p{Cf}\p{Pd}\u2212./·]/gu;

/**
 * A phone number in canonical form, `+` and digits: without separators, `tel:`, and the 0 of calls within a country; 00 is a +. Anything
 * else stays, to be refused. The twin of PhoneNumberSpelling.swift (`Tests/Vectors/identifiers.json`).
 * @param {string} text
 */
export function plainPhoneNumber(text) {
    return [...text.replace(spacing, '')].map(plainCharacter).join('')
        .replace(/^tel:/i, '').replace(/^00/, '+').replace(/^(\+\d{1,3})\(0\)/, '$1').replace(/[()]/g, '');
}

/** @param {string} character */
function plainCharacter(character) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0xff0b) return '+';
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? character : String(code - zero);
}
