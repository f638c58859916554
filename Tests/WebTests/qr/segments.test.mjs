import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSegments } from '../../../Web/qr/symbol/segments.js';
import { UnreadableError } from '../../../Web/qr/unreadable.js';

/** Bytes from bits that are written in groups; the last one is padded with zeros. */
function bytesOf(/** @type {string} */ bits) {
    const digits = bits.replaceAll(' ', '');
    return Uint8Array.from({ length: Math.ceil(digits.length / 8) }, (_, at) => Number.parseInt(digits.slice(8 * at, 8 * at + 8).padEnd(8, '0'), 2));
}
const byte = (/** @type {number[]} */ ...values) => values.map((value) => value.toString(2).padStart(8, '0')).join('');

/** @type {[what: string, bits: string, version: number, text: string][]} */
const texts = [
    // ISO/IEC 18004, section 7.4.3 and 7.4.4.
    ['digits', '0001 0000001000 0000001100 0101011001 1000011 0000', 1, '01234567'],
    ['capitals', '0010 000000101 00111001110 11100111001 000010 0000', 1, 'AC-42'],
    ['digits of a larger version', '0001 000000000011 0001111011 0000', 10, '123'],
    ['digits of the largest', '0001 00000000000011 0001111011 0000', 27, '123'],
    ['bytes of a larger version', `0100 0000000000000010 ${byte(0x68, 0x69)} 0000`, 10, 'hi'],
    ['several segments', `0001 0000000001 0111 0100 00000001 ${byte(0x78)} 0010 000000001 001010 0000`, 1, '7xA'],
    ['bytes that are no UTF-8', `0100 00000001 ${byte(0xe4)} 0000`, 1, 'ä'],
    ['bytes that are UTF-8', `0100 00000010 ${byte(0xc3, 0xa4)} 0000`, 1, 'ä'],
    ['bytes said to be UTF-8', `0111 00011010 0100 00000010 ${byte(0xc3, 0xa4)} 0000`, 1, 'ä'],
    ['bytes said to be ISO/IEC 8859-1', `0111 00000011 0100 00000010 ${byte(0xc3, 0xa4)} 0000`, 1, 'Ã¤'],
    ['a character set by two bytes', `0111 10000000 00011010 0100 00000001 ${byte(0x61)} 0000`, 1, 'a'],
    ['a symbol without room for the end', `0100 00000001 ${byte(0x61)}`, 1, 'a'],
    ['nothing', '0000', 1, ''],
];
for (const [what, bits, version, text] of texts) test(`reads ${what}`, () => assert.equal(readSegments(bytesOf(bits), version), text));

/** @type {[what: string, bits: string, reason: import('../../../Web/qr/unreadable.js').UnreadableReason][]} */
const refused = [
    ['kanji', '1000 00000001 1101010101010 0000', 'unsupported'],
    ['a part of several codes', `0011 0000 0001 ${byte(0)} 0000`, 'unsupported'],
    ['FNC1 in the first place', '0101 0001 0000000001 0111 0000', 'unsupported'],
    ['FNC1 in the second', '1001 00000000 0001 0000000001 0111 0000', 'unsupported'],
    ['another character set', `0111 00010100 0100 00000001 ${byte(0x61)} 0000`, 'unsupported'],
    ['a character set by three bytes', `0111 11000000 00000001 00000000 0100 00000001 ${byte(0x61)} 0000`, 'unsupported'],
    ['a mode that there is not', '1111 0000', 'unsupported'],
    ['a designator that there is not', `0111 11100000 0100 00000001 ${byte(0x61)} 0000`, 'damaged'],
    ['a segment without its length', '0100 0000', 'damaged'],
    ['a segment that is too short', `0100 00000100 ${byte(0x61)}`, 'damaged'],
    ['three digits above 999', '0001 0000000011 1111111111 0000', 'damaged'],
    ['two digits above 99', '0001 0000000010 1111111 0000', 'damaged'],
    ['two capitals above 2024', '0010 000000010 11111111111 0000', 'damaged'],
    ['a capital above 44', '0010 000000001 111111 0000', 'damaged'],
    ['invalid UTF-8', `0111 00011010 0100 00000001 ${byte(0xe4)} 0000`, 'damaged'],
];
for (const [what, bits, reason] of refused) {
    test(`refuses ${what}`, () => assert.throws(() => readSegments(bytesOf(bits), 1), (error) => error instanceof UnreadableError && error.reason === reason));
}
