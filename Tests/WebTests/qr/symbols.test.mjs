import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatWord, readFormats } from '../../../Web/qr/symbol/format-information.js';
import { functionPatterns } from '../../../Web/qr/symbol/function-patterns.js';
import { mirrored } from '../../../Web/qr/symbol/modules.js';
import { readSymbol } from '../../../Web/qr/symbol/read-symbol.js';
import { corrected } from '../../../Web/qr/symbol/reed-solomon.js';
import { versionWord } from '../../../Web/qr/symbol/version-information.js';
import { alignmentCentres } from '../../../Web/qr/symbol/versions.js';
import { UnreadableError } from '../../../Web/qr/unreadable.js';
import { makeCode } from './codes.mjs';
import { Random } from './random.mjs';

/** How many bytes fit each version at levels L, M, Q and H (ISO/IEC 18004, table 7): those where blocks begin to differ, and the last. */
const capacities = [
    [1, 17, 14, 11, 7], [2, 32, 26, 20, 14], [5, 106, 84, 60, 44], [7, 154, 122, 86, 64], [9, 230, 180, 130, 98], [10, 271, 213, 151, 119],
    [14, 458, 362, 258, 194], [21, 929, 711, 509, 403], [26, 1367, 1059, 751, 593], [27, 1465, 1125, 805, 625], [32, 1952, 1538, 1112, 842], [40, 2953, 2331, 1663, 1273],
];

test('every version is read at every level, with each mask', () => {
    const random = new Random(1);
    const masks = new Set();
    for (let version = 1; version <= 40; version += 1) {
        for (const level of 'LMQH') {
            const text = random.text(7);
            const code = makeCode(text, { version, level });
            assert.equal(readSymbol(code), text, `version ${version}, level ${level}`);
            const [format] = readFormats(code);
            assert.equal(format.level, level);
            masks.add(format.mask);
        }
    }
    for (let more = 0; masks.size < 8 && more < 200; more += 1) {
        const text = random.text(10);
        const code = makeCode(text, { version: 1 });
        assert.equal(readSymbol(code), text);
        masks.add(readFormats(code)[0].mask);
    }
    assert.equal(masks.size, 8);
});

for (const [version, ...lengths] of capacities) {
    test(`a full code of version ${version} is read`, () => {
        const random = new Random(version);
        lengths.forEach((length, index) => {
            const text = random.text(length);
            assert.equal(readSymbol(makeCode(text, { version, level: 'LMQH'[index] })), text);
        });
    });
}

test('format and version words match the standard', () => {
    // Annex C: level M and mask 5; table C.1: level L and mask 0, level H and mask 7. Annex D: version 7; table D.1: version 40.
    assert.equal(formatWord({ level: 'M', mask: 5 }), 0b100000011001110);
    assert.equal(formatWord({ level: 'L', mask: 0 }), 0b111011111000100);
    assert.equal(formatWord({ level: 'H', mask: 7 }), 0b000100000111011);
    assert.equal(versionWord(7), 0b000111110010010100);
    assert.equal(versionWord(40), 0x28c69);
});

test('alignment patterns are placed as in the standard', () => {
    // Annex E, table E.1.
    const rows = {
        1: [], 2: [6, 18], 7: [6, 22, 38], 14: [6, 26, 46, 66], 15: [6, 26, 48, 70], 16: [6, 26, 50, 74], 18: [6, 30, 56, 82], 22: [6, 26, 50, 74, 98],
        28: [6, 26, 50, 74, 98, 122], 30: [6, 26, 52, 78, 104, 130], 32: [6, 34, 60, 86, 112, 138], 36: [6, 24, 50, 76, 102, 128, 154], 40: [6, 30, 58, 86, 114, 142, 170],
    };
    for (const [version, centres] of Object.entries(rows)) assert.deepEqual(alignmentCentres(Number(version)), centres, version);
});

test('the standard’s Reed-Solomon example is valid, and is restored with five errors', () => {
    // Annex I: 01234567 in version 1 at level M.
    const block = Uint8Array.from([0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
    assert.deepEqual(corrected(block, 10), block);
    for (let first = 0; first < block.length; first += 1) {
        const broken = block.slice();
        for (let error = 0; error < 5; error += 1) broken[(first + 5 * error) % block.length] ^= 0x5a + error;
        assert.deepEqual(corrected(broken, 10), block, `errors from ${first} on`);
    }
    const beyond = block.slice();
    for (let error = 0; error < 6; error += 1) beyond[error] ^= 0x5a;
    assert.equal(corrected(beyond, 10), null);
});

test('numeric, alphanumeric and byte segments are read, in lengths that leave a remainder', () => {
    for (const digits of ['0', '01', '012', '0123', '01234567', '9'.repeat(99)]) assert.equal(readSymbol(makeCode(digits, { mode: 'Numeric' })), digits);
    for (const text of ['A', 'AC-42', 'HTTPS://EXAMPLE.ORG/ %*+$']) assert.equal(readSymbol(makeCode(text, { mode: 'Alphanumeric' })), text);
    for (const text of ['https://example.org/share/contact/abc', 'Grüße, Ελλάδα, 日本']) assert.equal(readSymbol(makeCode(text)), text);
});

test('a format with three wrong bits in one copy and none right in the other is read', () => {
    const code = makeCode('a text', { level: 'Q' });
    const { size, dark } = code;
    for (const x of [0, 2, 4]) dark[8 * size + x] ^= 1;
    for (let bit = 0; bit < 7; bit += 1) dark[(size - 1 - bit) * size + 8] ^= 1;
    assert.equal(readSymbol(code), 'a text');
});

test('as many wrong modules as the level allows are corrected, and with more the code is reported as damaged', () => {
    const code = makeCode('a text', { version: 3, level: 'H' });
    const { isFunction } = functionPatterns(3);
    // 22 checks for each of two blocks: 11 codewords of each, 176 modules in a row at the start of the symbol.
    const carriers = [];
    for (let x = code.size - 1; x > 8; x -= 1) for (let y = code.size - 1; y >= 0; y -= 1) if (!isFunction[y * code.size + x]) carriers.push(y * code.size + x);
    const spoiled = (count) => ({ size: code.size, dark: code.dark.map((value, at) => (carriers.slice(0, count).includes(at) ? 1 - value : value)) });
    assert.equal(readSymbol(spoiled(60)), 'a text');
    assert.throws(() => readSymbol(spoiled(300)), (error) => error instanceof UnreadableError && error.reason === 'damaged');
});

test('a mirrored code is read as its transposition', () => {
    const code = makeCode('a text');
    assert.throws(() => readSymbol(mirrored(code)), UnreadableError);
    assert.equal(readSymbol(mirrored(mirrored(code))), 'a text');
});
