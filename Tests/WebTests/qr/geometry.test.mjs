import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Contrast } from '../../../Web/qr/picture/contrast.js';
import { findCorners } from '../../../Web/qr/picture/corners.js';
import { findFinderPatterns } from '../../../Web/qr/picture/finder-patterns.js';
import { firstGuess } from '../../../Web/qr/picture/first-guess.js';
import { grayPicture, halved, inverted } from '../../../Web/qr/picture/gray-picture.js';
import { Homography } from '../../../Web/qr/picture/homography.js';
import { localMeans } from '../../../Web/qr/picture/local-means.js';
import { readPicture } from '../../../Web/qr/picture/read-picture.js';
import { modulesOf, sample, sharpened } from '../../../Web/qr/picture/sampling.js';
import { fit } from '../../../Web/qr/picture/symbol-fit.js';
import { waysForFrame, waysToLook } from '../../../Web/qr/picture/ways-to-look.js';
import { makeCode } from './codes.mjs';
import { takePicture } from './pictures.mjs';
import { Random } from './random.mjs';

const upright = { width: 400, height: 400, module: 6, angle: 0, tilt: 0, ink: 30, paper: 220, blur: 0.7, noise: 3, shade: 0 };

test('a projection maps the corners of the square to where they are seen, and its center to where the diagonals meet', () => {
    const [origin, right, far, down] = [{ x: 10, y: 20 }, { x: 90, y: 30 }, { x: 70, y: 80 }, { x: 15, y: 95 }];
    const seen = new Homography(origin, right, far, down);
    const near = (point, { x, y }) => assert.ok(Math.hypot(point.x - x, point.y - y) < 1e-9, JSON.stringify(point));
    near(seen.at(0, 0), origin);
    near(seen.at(1, 0), right);
    near(seen.at(1, 1), far);
    near(seen.at(0, 1), down);
    const middle = seen.at(0.5, 0.5);
    const isBetween = (a, b) => Math.abs((b.x - a.x) * (middle.y - a.y) - (b.y - a.y) * (middle.x - a.x)) < 1e-6;
    assert.ok(isBetween(origin, far) && isBetween(right, down));
});

test('local means are those of the surrounding squares, cut at the edges', () => {
    const random = new Random(1);
    const picture = { width: 13, height: 9, light: Uint8Array.from({ length: 117 }, () => random.below(256)) };
    for (const radius of [1, 3, 20]) {
        const means = localMeans(picture, radius);
        for (let y = 0; y < 9; y += 1) {
            for (let x = 0; x < 13; x += 1) {
                let [sum, count] = [0, 0];
                for (let row = Math.max(0, y - radius); row <= Math.min(8, y + radius); row += 1) {
                    for (let column = Math.max(0, x - radius); column <= Math.min(12, x + radius); column += 1, count += 1) sum += picture.light[13 * row + column];
                }
                assert.equal(means[13 * y + x], Math.floor(sum / count), `${x}, ${y}, radius ${radius}`);
            }
        }
    }
});

test('a picture is converted to grey, to half size and to its inverse', () => {
    const data = [255, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 255, 0, 0, 255, 0];
    const gray = grayPicture({ width: 2, height: 2, data });
    assert.deepEqual([...gray.light], [255, 0, 76, 255]);
    assert.deepEqual([...inverted(gray).light], [0, 255, 179, 0]);
    assert.deepEqual(halved(gray), { width: 1, height: 1, light: Uint8Array.of(147) });
});

/** [version, what is special about it] */
for (const [version, tilt, angle] of [[1, 0.05, 0.3], [2, 0.3, 0.2], [7, 0.25, 2], [14, 0.15, 4], [25, 0.1, 5.5]]) {
    test(`a version ${version} symbol seen at an angle is located to a third of a module`, () => {
        const random = new Random(version);
        const code = makeCode(random.text(10), { version });
        const shot = { ...upright, width: 1000, height: 1000, angle, tilt };
        const contrast = new Contrast(takePicture(code, shot, random), 63);
        const [corners] = findCorners(findFinderPatterns(contrast));
        const guess = firstGuess(contrast, corners);
        assert.ok(Math.abs(guess.modules - (code.size - 7)) < 4, `${guess.modules} modules`);
        const found = fit(contrast, guess.quad, version);
        assert.ok(found.agreement > 0.95);
        const place = placed(code.size, shot);
        for (const [corner, x, y] of [['origin', 3.5, 3.5], ['right', code.size - 3.5, 3.5], ['far', code.size - 3.5, code.size - 3.5], ['down', 3.5, code.size - 3.5]]) {
            const wanted = place(x, y);
            const off = Math.hypot(found.quad[corner].x - wanted.x, found.quad[corner].y - wanted.y) / shot.module;
            assert.ok(off < 1 / 3, `${corner} is off by ${off.toFixed(2)} modules`);
        }
        assert.deepEqual(modulesOf(sample(contrast, found)), code);
    });
}

/** The position to which `takePicture` projects a point of a code; pixels' centres are whole numbers. */
function placed(size, { width, height, module, angle, tilt }) {
    const corner = (u, v) => {
        const [x, y] = [(u * size * module * (v < 0 ? 1 - tilt : 1)) / 2, (v * size * module * (1 - tilt / 3)) / 2];
        return { x: width / 2 + x * Math.cos(angle) - y * Math.sin(angle), y: height / 2 + x * Math.sin(angle) + y * Math.cos(angle) };
    };
    const seen = new Homography(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1));
    return (x, y) => seen.at(x / size, y / size);
}

test('sharpening removes from each module the blur of its neighbours', () => {
    const values = Float32Array.of(0, 4, 0, 4, 10, 4, 0, 4, 0);
    assert.deepEqual([...sharpened({ size: 3, values }, 0.25).values], [-2, 1.5, -2, 1.5, 6, 1.5, -2, 1.5, -2]);
});

/** The purpose of each attempt: pictures that it reads and the usual one does not. */
const special = [
    ['light on dark', 1, { ...upright, ink: 220, paper: 30 }],
    ['much noise', 2, { ...upright, noise: 55 }],
    ['little blur', 3, { ...upright, angle: 0, noise: 1, width: 300, height: 300, blur: 4.2 }],
    ['more blur', 4, { ...upright, angle: 0, noise: 1, module: 10, width: 460, height: 460, blur: 7 }],
    ['a code that fills the picture', 5, { ...upright, width: 23 * 20, height: 23 * 20, module: 20 }, 1],
    ['the same with noise', 6, { ...upright, width: 23 * 20, height: 23 * 20, module: 20, noise: 25 }, 1],
    ['the same, light on dark', 7, { ...upright, width: 23 * 20, height: 23 * 20, module: 20, noise: 25, ink: 220, paper: 30 }, 1],
];
for (const [what, way, shot, version = 3] of special) {
    test(`${what} is read by its own method`, () => {
        const picture = takePicture(makeCode('a text', { version, level: 'L' }), shot, new Random(2));
        assert.throws(() => readPicture(picture, [waysToLook[0]]));
        assert.equal(readPicture(picture, [waysToLook[way]]), 'a text');
        assert.equal(readPicture(picture), 'a text');
    });
}

test('successive frames are read with every method in turn', () => {
    const ways = new Set(Array.from({ length: waysToLook.length - 1 }, (_, frame) => waysForFrame(frame)).flat());
    assert.equal(ways.size, waysToLook.length);
});
