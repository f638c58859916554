import { visibleText } from '../texts/visible-text.js';
import { decodedOnce } from './percent-encoding.js';

/** May follow a word: the end, the rest of a URL, or punctuation. */
const end = /^[^\p{L}\p{N}?#]*(?:[?#]|$)/u;
/** May follow a word where a sentence continues without a space. A slash, hyphen or underscore does not end one. */
const punctuation = /^[^\p{L}\p{N}/]*[\s.,;:!()[\]{}<>"'*|&\u0080-\u{10ffff}][^\p{L}\p{N}/]*(?=[\p{L}\p{N}])/u;

/**
 * The letters and digits that end a link, without what chats and people put behind it: full stops, brackets, parameters; null if the link
 * goes on, or if the word does not end there. Twin of LinkWord.swift (`Tests/Vectors/pasted-links.json`).
 * @param {string} rest of the link, as it is written
 */
export function linkWord(rest) {
    const text = visibleText(decodedOnce(rest));
    const [word] = /^[A-Za-z0-9]+/.exec(text) ?? [''];
    const tail = text.slice(word.length);
    return word !== '' && (end.test(tail) || punctuation.test(tail)) ? word : null;
}
