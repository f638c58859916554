import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CameraScan } from '../../../Web/qr/camera-scan.js';
import { PictureFileError, pictureIn } from '../../../Web/qr/picture-file.js';
import { fittingSize } from '../../../Web/qr/picture/fitting-size.js';
import { makeReader } from '../../../Web/qr/qr-reader.js';
import { UnreadableError } from '../../../Web/qr/unreadable.js';
import { WorkerReader } from '../../../Web/qr/worker-reader.js';
import { ClockDouble, settle } from '../calls/doubles/time.mjs';

const picture = () => ({ isClosed: false, close() { this.isClosed = true; } });
/** A worker that records what it receives. */
const workerDouble = () => ({ sent: [], isTerminated: false, onmessage: null, onerror: null, postMessage(message, moved) { this.sent.push({ ...message, moved }); }, terminate() { this.isTerminated = true; } });
const refusedWith = (reason) => (error) => error instanceof UnreadableError && error.reason === reason;

test('the browser’s reader is used if it supports QR codes, else the worker', async () => {
    const detector = (formats, codes = []) => ({ BarcodeDetector: class { static async getSupportedFormats() { return formats; } async detect() { return codes; } } });
    const made = [];
    const makeWorker = () => { made.push(workerDouble()); return made.at(-1); };
    const refusing = { BarcodeDetector: class { static async getSupportedFormats() { throw new Error('no service'); } } };
    for (const browser of [{}, detector([]), detector(['ean_13']), refusing]) assert.ok(await makeReader(browser, makeWorker) instanceof WorkerReader);
    assert.equal(made.length, 4);
    const [first, second] = [picture(), picture()];
    assert.equal(await (await makeReader(detector(['aztec', 'qr_code'], [{ rawValue: 'a text' }]), makeWorker)).read(first, null), 'a text');
    await assert.rejects((await makeReader(detector(['qr_code']), makeWorker)).read(second, null), refusedWith('noCode'));
    const failing = detector(['qr_code']);
    failing.BarcodeDetector.prototype.detect = async () => { throw new Error('no service'); };
    await assert.rejects((await makeReader(failing, makeWorker)).read(picture(), null), refusedWith('noReader'));
    assert.deepEqual([first.isClosed, second.isClosed, made.length], [true, true, 4]);
});

test('worker replies reach their requests in any order', async () => {
    const worker = workerDouble();
    const reader = new WorkerReader(worker);
    const [one, other] = [reader.read(picture(), 0), reader.read(picture(), null)];
    assert.deepEqual(worker.sent.map(({ id, frame, moved }) => [id, frame, moved.length]), [[0, 0, 1], [1, null, 1]]);
    worker.onmessage({ data: { id: 1, reason: 'damaged' } });
    worker.onmessage({ data: { id: 0, text: 'a text' } });
    worker.onmessage({ data: { id: 7, text: 'nobody asked' } });
    assert.equal(await one, 'a text');
    await assert.rejects(other, refusedWith('damaged'));
});

for (const [what, end] of [['whose script does not come', (worker) => worker.onerror()], ['that is closed', (_, reader) => reader.close()]]) {
    test(`a worker ${what} reads nothing and leaves no request pending`, async () => {
        const worker = workerDouble();
        const reader = new WorkerReader(worker);
        const waiting = reader.read(picture(), 0);
        end(worker, reader);
        await assert.rejects(waiting, refusedWith('noReader'));
        const late = picture();
        await assert.rejects(reader.read(late, 1), refusedWith('noReader'));
        assert.deepEqual([worker.isTerminated, late.isClosed, worker.sent.length], [true, true, 1]);
    });
}

test('camera frames are read eight times a second at most, one at a time', async () => {
    const clock = new ClockDouble();
    const asked = [];
    const scan = new CameraScan({ takePicture: async () => picture() }, { read: (_, frame) => new Promise((resolve, reject) => { asked.push({ frame, at: clock.now(), resolve, reject }); }), close() {} }, clock);
    const done = scan.run();
    await settle();
    await clock.advance(5000);
    assert.equal(asked.length, 1, 'the first look has not ended');
    asked[0].reject(new UnreadableError('noCode'));
    await clock.advance(10);
    assert.equal(asked.length, 2, 'a look that took long is followed at once');
    asked[1].reject(new UnreadableError('damaged'));
    await clock.advance(100);
    assert.equal(asked.length, 2);
    await clock.advance(30);
    assert.deepEqual(asked.map(({ frame }) => frame), [0, 1, 2]);
    assert.equal(asked[2].at - asked[1].at, 125);
    asked[2].resolve('a text');
    assert.equal(await done, 'a text');
    assert.equal(clock.waiting, 0);
});

test('a camera without a picture yet, or with a failed one, is read again', async () => {
    const clock = new ClockDouble();
    const pictures = [null, new Error('not now'), picture()];
    const scan = new CameraScan({ takePicture: async () => { const next = pictures.shift(); if (next instanceof Error) throw next; return next; } }, { read: async () => 'a text', close() {} }, clock);
    const done = scan.run();
    await clock.advance(1000);
    assert.equal(await done, 'a text');
});

test('an error that another frame cannot fix ends the scan, and a stopped scan has no text', async () => {
    const clock = new ClockDouble();
    const camera = { takePicture: async () => picture() };
    for (const reason of ['unsupported', 'noReader']) {
        await assert.rejects(new CameraScan(camera, { read: async () => { throw new UnreadableError(reason); }, close() {} }, clock).run(), refusedWith(reason));
    }
    let answer = () => {};
    const scan = new CameraScan(camera, { read: () => new Promise((resolve) => { answer = resolve; }), close() {} }, clock);
    const done = scan.run();
    await settle();
    scan.stop();
    answer('too late');
    assert.equal(await done, null);
});

test('a file is read as a picture, or the error gives the reason', async () => {
    const shown = picture();
    assert.equal(await pictureIn({ size: 10 }, async () => shown), shown);
    const fails = (reason) => (error) => error instanceof PictureFileError && error.reason === reason;
    await assert.rejects(pictureIn({ size: 50_000_001 }, async () => assert.fail('it is not opened')), fails('tooLarge'));
    await assert.rejects(pictureIn({ size: 10 }, async () => { throw new DOMException('', 'InvalidStateError'); }), fails('notAPicture'));
});

for (const [from, to] of [[[640, 480], [640, 480]], [[4000, 3000], [2000, 1500]], [[3000, 4000], [1500, 2000]], [[60_000, 1], [2000, 1]], [[1, 1], [1, 1]]]) {
    test(`${from} pixels are scaled to ${to}`, () => assert.deepEqual(fittingSize({ width: from[0], height: from[1] }, 2000), { width: to[0], height: to[1] }));
}
