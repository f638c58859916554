import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotificationCenter } from '../../../Web/features/notifications/notification-center.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { ClockDouble, settle } from '../calls/doubles/time.mjs';
import { memory } from '../calls/doubles/person.mjs';
import { english } from '../english.mjs';

const day = 24 * 60 * 60_000;

/** A page in a browser with a push service, whose subscription that service may end. */
async function page({ permission = 'granted' } = {}) {
    const world = { permission, hasEnded: false, made: 0, told: [], visibility: 'visible' };
    let subscription = null;
    const pushManager = {
        getSubscription: async () => subscription,
        subscribe: async ({ applicationServerKey }) => {
            world.made += 1;
            const name = `subscription ${world.made}`;
            subscription = { options: { applicationServerKey: applicationServerKey.buffer }, toJSON: () => ({ endpoint: name }), unsubscribe: async () => { subscription = null; return true; } };
            return subscription;
        },
    };
    const send = async ({ method }, { body } = {}) => {
        if (method === 'GET') return { publicKey: 'AQID', ...(world.hasEnded ? { hasEnded: true } : {}) };
        world.told.push(body.endpoint);
        world.hasEnded = false;
        return {};
    };
    const document = Object.defineProperty(new EventTarget(), 'visibilityState', { get: () => world.visibility });
    const workers = Object.assign(new EventTarget(), { ready: Promise.resolve({ pushManager, active: null }), getRegistration: async () => undefined });
    const [clock, store] = [new ClockDouble(), new Store({ ...initialState(0), screen: 'main', connection: 'connected' })];
    const center = new NotificationCenter({
        session: { api: { send }, account: { userId: 1 }, database: memory() }, store, actions: {}, texts: () => english, clock,
        browser: { workers, document, locks: { request: async () => {} }, permission: () => world.permission, go: () => {} }, port: { isHidden: () => false, show: () => {}, close: () => {} },
    });
    await center.start();
    await settle();
    const look = async () => {
        document.dispatchEvent(new Event('visibilitychange'));
        center.update();
        await settle();
    };
    return { world, clock, store, center, look };
}

test('a page that stays open renews a subscription that its push service has ended, within a day in view', async () => {
    const { world, clock, store, center, look } = await page();
    assert.deepEqual([world.told, store.state.pushReach], [['subscription 1'], 'reached']);
    world.hasEnded = true;
    await clock.advance(day - 1);
    await look();
    assert.equal(world.made, 1, 'not each time that the person looks');
    world.visibility = 'hidden';
    await clock.advance(1);
    await look();
    assert.equal(world.made, 1, 'nor while nobody sees it');
    world.visibility = 'visible';
    await look();
    await look();
    assert.deepEqual([world.made, world.told, store.state.pushReach], [2, ['subscription 1', 'subscription 2'], 'reached']);
    center.stop();
});

test('a subscription that has ended is not renewed without the permission', async () => {
    const { world, clock, center, look } = await page();
    [world.hasEnded, world.permission] = [true, 'denied'];
    await clock.advance(day);
    await look();
    assert.deepEqual([world.made, world.told], [1, ['subscription 1']]);
    center.stop();
});
