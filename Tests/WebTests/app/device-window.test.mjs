import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeviceWindow } from '../../../Web/app/device-window.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { settle } from '../calls/doubles/time.mjs';

/** A window beside another that is or is not the device; `frees` closes the other one. */
function windowOf({ isFree }) {
    const [store, log] = [new Store({ ...initialState(0), account: { userId: 1 } }), []];
    const note = (name) => async () => void log.push(name);
    const world = { store, log, frees: () => {}, loses: () => {} };
    const lock = {
        acquire: async () => isFree,
        wait: () => new Promise((resolve) => { log.push('waits'); world.frees = () => resolve(true); }),
        takeOver: async () => { log.push(`takes over, busy ${store.state.otherWindow.isBusy}`); world.frees(); },
        onLost: (lost) => { world.loses = lost; },
    };
    world.window = new DeviceWindow(store, { open: note('opens'), close: note('closes'), handOver: note('hands over') }, lock);
    return world;
}

test('the first window becomes the device', async () => {
    const { window, log, store } = windowOf({ isFree: true });
    await window.start();
    assert.deepEqual([window.isDevice, log, store.state.screen, store.state.account], [true, ['opens'], 'loading', null]);
});

test('a second window hands over its link, and becomes the device once the first closes', async () => {
    const world = windowOf({ isFree: false });
    void world.window.start();
    await settle();
    assert.deepEqual([world.window.isDevice, world.log, world.store.state.screen], [false, ['hands over', 'waits'], 'otherWindow']);
    world.frees();
    await settle();
    assert.deepEqual([world.window.isDevice, world.log.at(-1)], [true, 'opens']);
});

test('a window takes over once, even if its turn comes at the same time', async () => {
    const world = windowOf({ isFree: false });
    void world.window.start();
    await settle();
    await world.window.takeOver();
    await settle();
    assert.deepEqual([world.log, world.store.state.otherWindow.isBusy], [['hands over', 'waits', 'takes over, busy true', 'opens'], false]);
});

test('a window that lost its place ends its session and waits for its turn', async () => {
    const world = windowOf({ isFree: true });
    await world.window.start();
    world.loses();
    await settle();
    assert.deepEqual([world.window.isDevice, world.log, world.store.state.screen, world.store.state.otherWindow],
        [false, ['opens', 'closes', 'waits'], 'otherWindow', { wasHere: true, hasHandedOver: false, isBusy: false }]);
    world.frees();
    await settle();
    assert.deepEqual([world.window.isDevice, world.log.at(-1)], [true, 'opens']);
});

test('a window whose place another browser took does not wait', async () => {
    const world = windowOf({ isFree: true });
    await world.window.start();
    await world.window.leave();
    assert.deepEqual([world.window.isDevice, world.log, world.store.state.screen], [false, ['opens', 'closes'], 'otherWindow']);
});
