import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppBadge } from '../../../Web/app/app-badge.js';
import { ReleaseWatch } from '../../../Web/app/release-watch.js';
import { pageFiles } from '../../../Web/page-files.js';
import { initialState } from '../../../Web/state/state.js';

pageFiles.serviceWorker = '/service-worker.js';
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

/** The workers of a browser, one of which waits if `waits`. */
function browser({ waits = false, isControlled = true } = {}) {
    const said = [];
    const held = new Set();
    const worker = (name) => Object.assign(new EventTarget(), { state: 'installing', postMessage: (text) => said.push(`${name}: ${text}`) });
    const registration = Object.assign(new EventTarget(), { active: worker('active'), waiting: waits ? worker('waiting') : null, installing: null, update: async () => { said.push('looks'); } });
    const workers = Object.assign(new EventTarget(), {
        controller: isControlled ? registration.active : null, getRegistration: async () => (isControlled ? registration : undefined),
        register: async (url) => {
            said.push(`registers ${url}`);
            return registration;
        },
    });
    const locks = { request: async (name, _, body) => {
        held.add(name);
        await body({});
        held.delete(name);
    } };
    const clock = { now: 0 };
    const told = [];
    const watch = new ReleaseWatch('r1', () => told.push('new'), { workers, locks, now: () => clock.now, reload: () => told.push('reload') });
    return { said, held, registration, workers, clock, told, watch, worker };
}
const state = (change) => ({ ...initialState(0), ...change });
const inCall = state({ call: { phase: 'inCall' } });

test('a waiting release takes over when a window starts, which reloads once', async () => {
    const { watch, said, told, workers, held } = browser({ waits: true });
    await watch.begin();
    assert.deepEqual(said, ['active: opened', 'waiting: takeOver']);
    assert.ok(held.has('ecall-release-r1'));
    assert.deepEqual(told, ['new']);
    workers.dispatchEvent(new Event('controllerchange'));
    workers.dispatchEvent(new Event('controllerchange'));
    assert.deepEqual(told, ['new', 'reload']);
});

test('no release takes over, and no window reloads, in a call', async () => {
    const { watch, said, told, workers, held } = browser({ waits: true });
    watch.update(inCall);
    assert.ok(held.has('ecall-call'));
    await watch.begin();
    assert.deepEqual(said, []);
    watch.update(state({}));
    await turn();
    assert.ok(!held.has('ecall-call'));
    watch.takeOver();
    watch.update(inCall);
    workers.dispatchEvent(new Event('controllerchange'));
    assert.deepEqual(told, ['new'], 'it began meanwhile');
});

test('the first release is not announced, and a later one is', async () => {
    const { watch, registration, told, said, worker } = browser({ isControlled: false });
    await watch.begin();
    await watch.keep();
    assert.deepEqual(said, ['registers /service-worker.js']);
    for (const [active, expected] of [[null, []], [{}, ['new']]]) {
        registration.active = active;
        registration.installing = worker('next');
        registration.dispatchEvent(new Event('updatefound'));
        registration.installing.state = 'installed';
        registration.installing.dispatchEvent(new Event('statechange'));
        assert.deepEqual(told, expected);
    }
});

test('a newer release is looked for after a reconnection, at a limited rate', async () => {
    const { watch, said, clock } = browser();
    await watch.begin();
    said.length = 0;
    const connect = (at) => {
        clock.now = at;
        watch.update(state({ connection: 'offline' }));
        watch.update(state({ connection: 'connected' }));
        watch.update(state({ connection: 'connected' }));
    };
    connect(59_999);
    assert.deepEqual(said, []);
    connect(60_000);
    connect(61_000);
    assert.deepEqual(said, ['looks']);
    connect(120_000);
    assert.deepEqual(said, ['looks', 'looks']);
});

test('nothing is cached for an unbundled page, or in a browser without service workers', async () => {
    for (const [release, workers] of [['', {}], ['r1', undefined]]) {
        const watch = new ReleaseWatch(release, () => assert.fail(), { workers, locks: { request: () => assert.fail() }, now: () => 0, reload: () => assert.fail() });
        await watch.begin();
        await watch.keep();
    }
});

test('the badge counts unseen calls and requests, and is cleared once they are seen or after the sign-out', () => {
    const said = [];
    const badge = new AppBadge({ setAppBadge: async (count) => { said.push(count); }, clearAppBadge: async () => { said.push('none'); } });
    const missed = (startedAt) => ({ id: startedAt, result: 'missed', startedAt, people: [] });
    const shown = (screen, calls, lastSeen, received) => ({ screen, history: { all: { calls }, lastSeen }, requests: { value: { received, sent: [] } } });
    badge.update(shown('loading', [missed(5)], 1, []));
    badge.update(shown('otherWindow', null, null, []));
    assert.deepEqual(said, []);
    badge.update(shown('main', [], 1, []));
    badge.update(shown('main', [missed(5), missed(4)], 1, [{}]));
    badge.update(shown('main', [missed(5), missed(4)], 1, [{}]));
    badge.update(shown('main', [missed(5), missed(4)], 5, [{}]));
    badge.update(shown('signIn', null, null, [{}]));
    assert.deepEqual(said, ['none', 3, 1, 'none']);
    new AppBadge({}).update(shown('main', [missed(5)], 1, []));
});
