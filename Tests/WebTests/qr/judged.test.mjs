import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPicture } from '../../../Web/qr/picture/read-picture.js';
import { waysForFrame } from '../../../Web/qr/picture/ways-to-look.js';
import { makeCode } from './codes.mjs';
import { judgedPicture, kindNames } from './judged-rows.mjs';
import { pgmOf, takePicture } from './pictures.mjs';
import { Random } from './random.mjs';

const [count, seed] = [Number(process.env.QR_PICTURES ?? 6), Number(process.env.QR_SEED ?? 20)];
/** We read at least this share of what zbarimg reads. */
const share = 0.9;

/** The readings of zbarimg, by the files of the pictures. */
async function readByZbar(/** @type {string[]} */ files) {
    // It exits with 4 if one of them has no code.
    const output = await new Promise((resolve, reject) => {
        execFile('zbarimg', ['--quiet', '--nodbus', '--xml', '-Stest-inverted', ...files], { maxBuffer: 2 ** 26 }, (error, stdout) => (error && error.code !== 4 ? reject(error) : resolve(stdout)));
    });
    const sources = [...output.matchAll(/<source href='([^']*)'>(.*?)<\/source>/gs)];
    return new Map(sources.map(([, file, found]) => [file, found.match(/<data><!\[CDATA\[(.*?)\]\]><\/data>/s)?.[1]]));
}

/** Our reading of a picture, or '' for none. */
function readByUs(/** @type {import('../../../Web/qr/picture/gray-picture.js').GrayPicture} */ picture, ways = undefined) {
    try {
        return readPicture(picture, ways);
    } catch {
        return '';
    }
}

test(`the reader decodes as many pictures of every kind as zbarimg: ${count} of each, QR_SEED=${seed}`, async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'qr-'));
    context.after(() => rm(folder, { recursive: true }));
    context.diagnostic(`${'read of'.padEnd(14)} ${String(count).padStart(4)}:  ours  one frame  zbarimg`);
    const worse = [];
    for (const kind of kindNames) {
        const random = new Random(seed);
        const taken = Array.from({ length: count }, (_, number) => ({ ...judgedPicture(kind, random), file: join(folder, `${number}.pgm`) }));
        await Promise.all(taken.map(({ picture, file }) => writeFile(file, pgmOf(picture))));
        const zbar = await readByZbar(taken.map(({ file }) => file));
        const theirs = taken.filter(({ text, file }) => zbar.get(file) === text).length;
        const read = taken.map(({ picture }) => readByUs(picture));
        const ours = taken.filter(({ text }, number) => read[number] === text).length;
        const frame = taken.filter(({ text, picture }) => readByUs(picture, waysForFrame(0)) === text).length;
        context.diagnostic(`${kind.padEnd(19)}  ${String(ours).padStart(5)}  ${String(frame).padStart(9)}  ${String(theirs).padStart(7)}`);
        assert.deepEqual(read.filter((text, number) => text !== '' && text !== taken[number].text), [], `${kind}: read as something else`);
        if (ours < share * theirs) worse.push(`${kind}: ${ours}, zbarimg ${theirs}`);
    }
    assert.deepEqual(worse, []);
});

test('a camera frame is read in time', (context) => {
    const random = new Random(seed);
    const shot = { width: 1280, height: 720, module: 9, angle: 0.4, tilt: 0.1, ink: 40, paper: 200, blur: 1.5, noise: 4, shade: 0.3 };
    const link = `https://calls.example.org/share/contact/${random.text(43)}`;
    const frames = {
        'a link': takePicture(makeCode(link), shot, random),
        'no code': takePicture({ size: 21, dark: new Uint8Array(441) }, shot, random),
        'noise': takePicture({ size: 21, dark: new Uint8Array(441) }, { ...shot, noise: 40 }, random),
    };
    for (const [what, picture] of Object.entries(frames)) {
        const times = Array.from({ length: 9 }, (_, number) => {
            const before = performance.now();
            assert.equal(readByUs(picture, waysForFrame(number)), what === 'a link' ? link : '');
            return performance.now() - before;
        }).sort((a, b) => a - b);
        context.diagnostic(`1280 × 720, ${what}: ${times[4].toFixed(0)} ms (${times[0].toFixed(0)} to ${times[8].toFixed(0)})`);
        // Half a second would be two attempts a second; it takes a tenth of that.
        assert.ok(times[4] < 500);
    }
});
