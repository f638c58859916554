/** Format characters and variation selectors: invisible, and copied along by chats (Unicode category Cf; U+FE00–U+FE0F). */
const unseen = /[\p{Cf}\u{fe00}-\u{fe0f}]/gu;
/** The full-width forms of ASCII, which East Asian input methods produce; all have the same offset. */
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
