import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grayPicture } from '../../../Web/qr/picture/gray-picture.js';
import { readPicture } from '../../../Web/qr/picture/read-picture.js';
import { waysForFrame } from '../../../Web/qr/picture/ways-to-look.js';
import { readBlocks } from '../../../Web/qr/symbol/blocks.js';
import { readSegments } from '../../../Web/qr/symbol/segments.js';
import { readSymbol } from '../../../Web/qr/symbol/read-symbol.js';
import { sizeOf } from '../../../Web/qr/symbol/versions.js';
import { UnreadableError } from '../../../Web/qr/unreadable.js';
import { makeCode } from './codes.mjs';
import { takePicture } from './pictures.mjs';
import { Random } from './random.mjs';

/** A generous bound for a busy machine; the judged pictures print the actual time. */
const longest = 12_000;

/** The outcome: a text, or the reason why there is none. Anything else is a defect. */
function outcomeOf(/** @type {() => string} */ read) {
    try {
        const text = read();
        assert.equal(typeof text, 'string');
        return 'text';
    } catch (error) {
        assert.ok(error instanceof UnreadableError, error.stack);
        return error.reason;
    }
}
const bytes = (/** @type {Random} */ random, /** @type {number} */ length) => Uint8Array.from({ length }, () => random.below(256));

test('random data is read as a text or refused', () => {
    const random = new Random(3);
    const seen = new Set();
    for (let round = 0; round < 20_000; round += 1) seen.add(outcomeOf(() => readSegments(bytes(random, random.below(60)), 1 + random.below(40))));
    assert.deepEqual([...seen].sort(), ['damaged', 'text', 'unsupported']);
});

test('random codewords cannot be corrected', () => {
    const random = new Random(4);
    for (let round = 0; round < 300; round += 1) assert.equal(readBlocks(bytes(random, 70), 3, 'Q'), null);
});

test('random modules of any size are refused', () => {
    const random = new Random(5);
    for (let round = 0; round < 400; round += 1) {
        const size = round % 2 === 0 ? sizeOf(1 + random.below(10)) : random.below(60);
        const outcome = outcomeOf(() => readSymbol({ size, dark: Uint8Array.from({ length: size * size }, () => random.below(2)) }));
        assert.notEqual(outcome, 'text');
    }
});

/** @type {Record<string, (random: Random) => import('../../../Web/qr/picture/gray-picture.js').GrayPicture>} */
const pictures = {
    'no pixels': () => ({ width: 0, height: 0, light: new Uint8Array(0) }),
    'one pixel': () => ({ width: 1, height: 1, light: Uint8Array.of(0) }),
    'a line': () => ({ width: 3000, height: 1, light: new Uint8Array(3000) }),
    'black': () => drawn(320, 240, () => 0),
    'noise': (random) => drawn(320, 240, () => random.below(256)),
    'tiles': (random) => {
        const tiles = Array.from({ length: 10_000 }, () => random.below(2) * 200);
        return drawn(320, 240, (x, y) => tiles[100 * Math.floor(y / 5) + Math.floor(x / 7)]);
    },
    'stripes by 1 : 1 : 3 : 1 : 1': () => drawn(320, 240, (x) => ([0, 1, 0, 0, 0, 1, 0, 1][Math.floor(x / 3) % 8]) * 255),
    'nothing but finder patterns': () => drawn(2000, 1500, (x, y) => {
        const [column, row] = [x % 9, y % 9];
        return [0, 0, 255, 0, 255][Math.max(Math.abs(column - 4), Math.abs(row - 4))];
    }),
};
for (const [what, make] of Object.entries(pictures)) {
    test(`${what} is recognized in time as not a code`, () => {
        const picture = make(new Random(6));
        const before = performance.now();
        assert.notEqual(outcomeOf(() => readPicture(picture)), 'text');
        assert.ok(performance.now() - before < longest);
        for (let frame = 0; frame < 8; frame += 1) outcomeOf(() => readPicture(picture, waysForFrame(frame)));
    });
}

test('a partly covered code is read, reported as damaged, or not found', () => {
    const random = new Random(7);
    const text = random.text(40);
    const whole = takePicture(makeCode(text, { level: 'H' }), { width: 240, height: 240, module: 5, angle: 0.1, tilt: 0, ink: 20, paper: 230, blur: 0.5, noise: 3, shade: 0 }, random);
    const seen = { text: 0, damaged: 0, noCode: 0, unsupported: 0 };
    for (let round = 0; round < 60; round += 1) {
        const [left, top, side] = [random.below(240), random.below(240), random.below(120)];
        const light = whole.light.map((value, at) => (at % 240 >= left && at % 240 < left + side && at >= 240 * top && at < 240 * (top + side) ? 128 : value));
        seen[outcomeOf(() => { const read = readPicture({ ...whole, light }); assert.equal(read, text); return read; })] += 1;
    }
    assert.ok(seen.text > 10 && seen.damaged > 0 && seen.noCode > 0, JSON.stringify(seen));
    assert.equal(seen.unsupported, 0);
});

test('transparent pixels count as white', () => {
    const code = makeCode('a text');
    const [scale, quiet] = [4, 16];
    const side = code.size * scale + 2 * quiet;
    const data = new Uint8Array(4 * side * side);
    for (let y = 0; y < side - 2 * quiet; y += 1) {
        for (let x = 0; x < side - 2 * quiet; x += 1) {
            if (code.dark[Math.floor(y / scale) * code.size + Math.floor(x / scale)]) data[4 * ((y + quiet) * side + x + quiet) + 3] = 255;
        }
    }
    assert.equal(readPicture(grayPicture({ width: side, height: side, data })), 'a text');
});

function drawn(/** @type {number} */ width, /** @type {number} */ height, /** @type {(x: number, y: number) => number} */ value) {
    return { width, height, light: Uint8Array.from({ length: width * height }, (_, at) => value(at % width, Math.floor(at / width))) };
}
