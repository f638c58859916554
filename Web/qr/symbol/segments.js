import { UnreadableError } from '../unreadable.js';
import { BitStream } from './bit-stream.js';

/** The modes of segments (ISO/IEC 18004, table 2); the others are rejected: kanji, parts of several codes, FNC1. */
const modes = { end: 0, numeric: 1, alphanumeric: 2, byte: 4, characterSet: 7 };

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** @type {Map<number, string>} the character sets that are taken, by their number of ECI, in the names of TextDecoder */
const characterSets = new Map([[1, 'iso-8859-1'], [3, 'iso-8859-1'], [26, 'utf-8'], [27, 'utf-8']]);

/** @type {Record<number, [number, number, number]>} how many bits the length of a segment has (table 3), for versions to 9, to 26, to 40 */
const lengthBits = { [modes.numeric]: [10, 12, 14], [modes.alphanumeric]: [9, 11, 13], [modes.byte]: [8, 16, 16] };

/**
 * The text in a symbol's data.
 * @param {Uint8Array} data
 * @param {number} version
 * @throws {UnreadableError} `damaged` if it ends too early or isn't text, `unsupported` for a refused feature
 */
export function readSegments(data, version) {
    const bits = new BitStream(data);
    const read = (/** @type {number} */ width) => {
        const value = bits.read(width);
        if (value === null) throw new UnreadableError('damaged');
        return value;
    };
    /** @type {string | null} none is named */
    let characterSet = null;
    let text = '';
    // A full symbol has no room for the terminator.
    while (bits.left >= 4) {
        const mode = read(4);
        if (mode === modes.end) break;
        if (mode === modes.characterSet) {
            characterSet = characterSets.get(readDesignator(read)) ?? null;
            if (!characterSet) throw new UnreadableError('unsupported');
            continue;
        }
        if (!(mode in lengthBits)) throw new UnreadableError('unsupported');
        const length = read(lengthBits[mode][version < 10 ? 0 : version < 27 ? 1 : 2]);
        if (mode === modes.numeric) text += readDigits(read, length);
        else if (mode === modes.alphanumeric) text += readCharacters(read, length);
        else text += textOfBytes(Uint8Array.from({ length }, () => read(8)), characterSet);
    }
    return text;
}

/**
 * The number of a character set, in one to three bytes; the first bits give the length.
 * @param {(width: number) => number} read
 */
function readDesignator(read) {
    const first = read(8);
    if (first < 0x80) return first;
    if (first < 0xc0) return ((first & 0x3f) << 8) | read(8);
    if (first < 0xe0) return ((first & 0x1f) << 16) | read(16);
    throw new UnreadableError('damaged');
}

/**
 * Three digits in ten bits, two in seven, one in four.
 * @param {(width: number) => number} read
 * @param {number} length
 */
function readDigits(read, length) {
    let digits = '';
    while (digits.length < length) {
        const count = Math.min(3, length - digits.length);
        const value = String(read([0, 4, 7, 10][count])).padStart(count, '0');
        if (value.length > count) throw new UnreadableError('damaged');
        digits += value;
    }
    return digits;
}

/**
 * Two characters in eleven bits, one in six.
 * @param {(width: number) => number} read
 * @param {number} length
 */
function readCharacters(read, length) {
    let characters = '';
    while (characters.length < length) {
        const isPair = length - characters.length > 1;
        const value = read(isPair ? 11 : 6);
        if (value >= (isPair ? 45 * 45 : 45)) throw new UnreadableError('damaged');
        if (isPair) characters += alphanumeric[Math.floor(value / 45)];
        characters += alphanumeric[value % 45];
    }
    return characters;
}

/**
 * Most codes are UTF-8 without declaring it; the standard's default is ISO/IEC 8859-1.
 * @param {Uint8Array} bytes
 * @param {string | null} characterSet
 */
function textOfBytes(bytes, characterSet) {
    try {
        return new TextDecoder(characterSet ?? 'utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
        if (characterSet) throw new UnreadableError('damaged');
        return new TextDecoder('iso-8859-1').decode(bytes);
    }
}
