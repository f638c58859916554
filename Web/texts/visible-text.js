/** Format characters and variation selectors: unseen, and copied along by chats (Unicode category Cf; U+FE00–U+FE0F). */
const unseen = /[\p{Cf}\u{fe00}-\u{fe0f}]/gu;
/** The full-width forms of ASCII, as input methods of East Asia write them; each is as far from its own. */
const fullWidth = /[\uff01-\uff5e]/g;
const toASCII = 0xff01 - 0x21;

/**
 * A pasted text without invisible characters, and with full-width characters as ASCII. Twin of VisibleText.swift
 * (`Tests/Vectors/pasted-links.json`).
 * @param {string} pasted
 */
export function visibleText(pasted) {
    return pasted.replace(unseen, '').replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - toASCII));
}

/**
 * A text with the decimal digits of every script as 0 to 9 (Unicode category Nd).
 * @param {string} text
 */
export const withPlainDigits = (text) => text.replace(/\p{Nd}/gu, plainDigit);

/**
 * The digits of a script are ten in a row, from 0 (The Unicode Standard, section 4.6); some rows follow each other without a gap.
 * @param {string} digit
 */
function plainDigit(digit) {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
    return String((code - first) % 10);
}
