import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanActions } from '../../../Web/features/scan/scan-actions.js';
import { PictureFileError } from '../../../Web/qr/picture-file.js';
import { UnreadableError } from '../../../Web/qr/unreadable.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { ClockDouble, settle } from '../calls/doubles/time.mjs';

const origin = 'https://calls.example.org';
const token = 'a8KxR3mFvL2pNqW7Zc0YtB5uHdJ1eGs9oXkQiM4wVfE';
const link = `${origin}/share/contact/${token}`;

/** A scan screen in a browser controlled by this test; `reads` are the results of its reader, in turn: texts, or reasons. */
function screen({ reads = [], cameras = ['one'] } = {}) {
    const store = new Store(initialState(0));
    const world = {
        store, clock: new ClockDouble(), cameras: [], opened: [], compared: [], listeners: new Map(), readersClosed: 0, answers: reads, judge: (code) => (code.startsWith('ecall:2:') ? 'taken' : null), refusal: null, gate: null,
        async open(id) {
            await this.gate;
            if (this.refusal) throw this.refusal;
            const camera = { id: id ?? cameras[0], stream: `stream of ${id ?? cameras[0]}`, isMirrored: false, isOn: true, lose: () => {}, takePicture: async () => ({ close() {} }), onLost(listener) { this.lose = listener; }, close() { this.isOn = false; } };
            this.cameras.push(camera);
            return camera;
        },
        tell(event, values = {}) { this.listeners.get(event)?.({ type: event, ...values }); },
    };
    const page = { visibilityState: 'visible', addEventListener: (name, listener) => world.listeners.set(name, listener), removeEventListener: (name) => world.listeners.delete(name) };
    world.page = page;
    const read = async () => {
        if (world.answers.length === 0) throw new UnreadableError('noCode');
        const next = world.answers.shift();
        if (next.text === undefined) throw new UnreadableError(next.reason);
        return next.text;
    };
    world.actions = scanActions(store, { signedIn: { session: { origin } } }, (found) => world.opened.push(found), (code) => { world.compared.push(code); return world.judge(code); }, {
        clock: world.clock, openCamera: (id) => world.open(id), camerasOf: async () => cameras, page, userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
        makeReader: async () => ({ read, close() { world.readersClosed += 1; } }),
        pictureIn: async (file) => { if (file.refusal) throw new PictureFileError(file.refusal); return { close() {} }; },
    });
    world.actions.showScan('#/scan');
    return world;
}
const isOn = ({ cameras }) => cameras.map((camera) => camera.isOn);

test('a scanned link is opened, and the camera turns off', async () => {
    const world = screen({ reads: [{ reason: 'noCode' }, { text: link }] });
    world.actions.startScan();
    await settle();
    assert.deepEqual([world.store.state.scan.status, world.store.state.scan.stream, isOn(world)], ['on', 'stream of one', [true]]);
    await world.clock.advance(125);
    assert.deepEqual([world.opened, world.store.state.scan.status, world.store.state.scan.stream, isOn(world)], [[token], 'off', null, [false]]);
});

test('a comparison code is passed to the comparison, without an error', async () => {
    const world = screen({ reads: [{ text: 'ecall:2:5_51:x:1_11:y' }] });
    world.actions.startScan();
    await settle();
    assert.deepEqual([world.compared, world.opened, world.store.state.scan.problem, isOn(world)], [['ecall:2:5_51:x:1_11:y'], [], null, [false]]);
});

test('a wrong comparison code is not opened as a link, and replaces the former error', async () => {
    const world = screen({ reads: [{ text: link }, { text: 'a word' }] });
    world.judge = (code) => ({ code: code === link ? 'notAPairCode' : 'ownCode' });
    for (const code of ['notAPairCode', 'ownCode']) {
        world.actions.startScan();
        await settle();
        assert.deepEqual([world.opened, world.store.state.scan.problem, world.store.state.notices, isOn(world).at(-1)], [[], { code }, [], false]);
    }
});

/** [the content of a code, what it is not] */
for (const [text, code] of [
    ['https://calls.example.org/', 'notAContactLink'], ['https://evil.example/login', 'notAContactLink'], ['javascript:alert(1)', 'notAContactLink'],
    ['a word', 'notAContactLink'], ['', 'notAContactLink'], ['data:text/html,x', 'notAContactLink'], ['WIFI:S:home;P:secret;;', 'notAContactLink'],
    [`https://other.example.org/share/contact/${token}`, 'otherServer'], [`${origin}/share/contact/abc`, 'malformedToken'],
]) {
    test(`a code with '${text}' opens nothing: ${code}`, async () => {
        const world = screen({ reads: [{ text }] });
        world.actions.startScan();
        await settle();
        assert.deepEqual([world.opened, world.store.state.scan.problem, world.store.state.scan.status, isOn(world)], [[], { code }, 'off', [false]]);
    });
}
for (const text of [link, `ecall://contact/${token}`, token]) {
    test(`a code with '${text}' is a contact's`, async () => {
        const world = screen({ reads: [{ text }] });
        world.actions.readPicture({});
        await settle();
        assert.deepEqual([world.opened, world.store.state.scan.problem], [[token], null]);
    });
}

/** [the browser's error, the text about it] */
for (const [name, problem] of [
    ['NotAllowedError', { code: 'denied', browser: 'firefox' }], ['NotFoundError', { code: 'notFound' }], ['NotReadableError', { code: 'notReadable' }],
]) {
    test(`a camera that fails with ${name} shows the reason, and another try may succeed`, async () => {
        const world = screen({ reads: [{ text: link }] });
        world.refusal = new DOMException('', name);
        world.actions.startScan();
        await settle();
        assert.deepEqual([world.store.state.scan.problem, world.store.state.scan.status], [problem, 'off']);
        world.refusal = null;
        world.actions.startScan();
        await settle();
        assert.deepEqual(world.opened, [token]);
    });
}

/** [what happens, how] */
for (const [what, act] of [
    ['the screen is left', (world) => world.actions.showScan('')], ['the person stops it', (world) => world.actions.stopScan()],
    ['the page is hidden', (world) => { world.page.visibilityState = 'hidden'; world.tell('visibilitychange'); }],
    ['it is unplugged', (world) => world.cameras[0].lose()], ['a picture is chosen', (world) => world.actions.readPicture({})],
]) {
    test(`the camera turns off when ${what}`, async () => {
        const world = screen();
        world.actions.startScan();
        await settle();
        assert.deepEqual(isOn(world), [true]);
        act(world);
        world.answers.push({ text: link });
        if (what === 'a picture is chosen') world.answers.length = 0;
        await world.clock.advance(1000);
        assert.deepEqual([isOn(world), world.opened, world.store.state.scan.stream], [[false], [], null]);
        assert.notEqual(world.store.state.scan.status, 'on');
        if (what === 'it is unplugged') assert.deepEqual(world.store.state.scan.problem, { code: 'unplugged' });
    });
}

test('a camera that is allowed after the screen was left is turned off at once', async () => {
    const world = screen({ reads: [{ text: link }] });
    let allow = () => {};
    world.gate = new Promise((resolve) => { allow = resolve; });
    world.actions.startScan();
    await settle();
    assert.equal(world.store.state.scan.status, 'starting');
    world.actions.showScan('');
    allow();
    await settle();
    assert.deepEqual([isOn(world), world.opened, world.store.state.scan.status], [[false], [], 'off']);
});

test('with several cameras, the button switches to the next one', async () => {
    const world = screen({ cameras: ['one', 'two'] });
    world.actions.startScan();
    await settle();
    for (const [camera, lit] of [['two', [false, true]], ['one', [false, false, true]]]) {
        world.actions.switchCamera();
        await settle();
        assert.deepEqual([world.store.state.scan.camera, isOn(world)], [camera, lit]);
    }
    world.actions.stopScan();
});

test('a picture that cannot be read shows the reason', async () => {
    const world = screen({ reads: [{ reason: 'noCode' }, { reason: 'damaged' }, { reason: 'unsupported' }, { reason: 'noReader' }, { text: link }] });
    for (const refusal of ['notAPicture', 'tooLarge']) {
        world.actions.readPicture({ refusal });
        await settle();
        assert.deepEqual([world.store.state.scan.problem, world.store.state.scan.status], [{ code: refusal }, 'off']);
    }
    for (const code of ['noCode', 'damaged', 'unsupported', 'noReader']) {
        world.actions.readPicture({});
        await settle();
        assert.deepEqual([world.store.state.scan.problem, world.store.state.scan.status], [{ code }, 'off']);
    }
    assert.equal(world.readersClosed, 1, 'a reader that reads nothing is made anew');
    world.actions.readPicture({});
    await settle();
    assert.deepEqual(world.opened, [token]);
});

test('a picture or a link can be pasted while the screen is open', async () => {
    const world = screen({ reads: [{ text: link }] });
    world.tell('paste', { clipboardData: { files: [{}], getData: () => '' } });
    await settle();
    world.tell('paste', { clipboardData: { files: [], getData: () => ` ${link}\n` } });
    world.tell('paste', { clipboardData: { files: [], getData: () => 'a word' } });
    assert.deepEqual([world.opened, world.store.state.scan.problem], [[token, token], { code: 'notAContactLink' }]);
    world.actions.showScan('');
    await settle();
    assert.deepEqual([world.listeners.size, world.readersClosed], [0, 1]);
});
