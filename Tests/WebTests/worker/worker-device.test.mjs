import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../Web/protocol/http/endpoints.js';
import { WorkerDevice } from '../../../Web/worker/worker-device.js';
import { memory } from '../calls/doubles/person.mjs';

/** `held`: the locks that windows hold; `windows`: their visibility, by ID; `answers`: the server's response to each request. */
async function device({ held = [], windows = {}, answers = [], headers = {}, clock } = {}) {
    const [asked, database] = [[], memory()];
    await database.put('tokens', { accessToken: 'a1', refreshToken: 'r1' });
    const [locks, languages] = [[], new Set()];
    const scope = {
        location: { origin: 'https://calls.example.org' },
        navigator: { languages: ['de-AT', 'en'], locks: {
            query: async () => ({ held: held.map((name) => ({ name })) }),
            request: async (name, options, work) => { locks.push([name, options]); return work(held.includes(name) ? null : { name }); },
        } },
        clients: { matchAll: async () => Object.entries(windows).map(([id, visibilityState]) => ({ id, visibilityState })) },
        fetch: async (url, { headers: sent, body }) => {
            languages.add(sent?.['Accept-Language']);
            asked.push(`${new URL(url).pathname} ${sent?.Authorization ?? ''} ${body ?? ''}`.trim());
            const [status, answer] = answers.shift() ?? [200, {}];
            return new Response(JSON.stringify(answer), { status, headers });
        },
    };
    return { device: new WorkerDevice(scope, async () => database, clock), asked, database, locks, languages };
}

const end = (api) => api.send(endpoints.endCall, { body: { callId: 7 } });

test('the worker asks the server for nothing while a window is the device', async () => {
    const { device: one, asked, locks } = await device({ held: ['ecall-device'] });
    assert.equal(await one.asDevice(end), false);
    assert.deepEqual([asked, locks], [[], [['ecall-device', { ifAvailable: true }]]]);
});

test('without a window the worker acts as the device, and stores refreshed tokens for windows', async () => {
    const { device: one, asked, database } = await device({ answers: [
        [401, { error: { code: 'ErrAccessTokenExpired' } }], [200, { accessToken: 'a2', refreshToken: 'r2' }], [200, {}],
    ] });
    assert.equal(await one.asDevice(end), true);
    assert.deepEqual(asked, ['/app/api/call/end Bearer a1 {"callId":7}', '/app/api/refresh-token  {"refreshToken":"r1"}', '/app/api/call/end Bearer a2 {"callId":7}']);
    assert.deepEqual(await database.get('tokens'), { accessToken: 'a2', refreshToken: 'r2' });
});

test('requests use the language chosen in the page, else the browser’s', async () => {
    for (const [language, wanted] of [['km', 'km'], ['de', 'de-AT'], [undefined, 'de-AT']]) {
        const { device: one, database, languages } = await device();
        if (language) await database.put('language', language);
        await one.asDevice(end);
        assert.deepEqual([...languages], [wanted]);
    }
});

test('a lost sign-in is left for the page to handle', async () => {
    const { device: one, database } = await device({ answers: [[401, { error: { code: 'ErrDeviceNotRegistered' } }]] });
    await assert.rejects(one.asDevice(end), { code: 'ErrDeviceNotRegistered' });
    assert.equal((await database.get('tokens')).refreshToken, 'r1');
});

test('the page counts as seen while a window is visible, and the device’s window reports that it is connected', async () => {
    for (const [held, windows, isSeen] of [
        [['ecall-seen'], { a: 'visible' }, true], [['ecall-seen'], { a: 'hidden' }, false], [['ecall-device'], { a: 'visible' }, false], [['ecall-seen'], {}, false],
    ]) assert.equal(await (await device({ held, windows })).device.isSeen(), isSeen, JSON.stringify([held, windows]));
});

test('the window that is the device is focused first', async () => {
    const { device: one, database } = await device({ windows: { a: 'visible', b: 'hidden', c: 'visible' } });
    await database.put('deviceWindow', 'b');
    assert.deepEqual((await one.windows()).map(({ id }) => id), ['b', 'a', 'c']);
});

test('a database that failed to open is opened once more', async () => {
    const database = memory();
    let tries = 0;
    const one = new WorkerDevice({}, async () => {
        tries += 1;
        if (tries === 1) throw new Error('not now');
        return database;
    });
    await assert.rejects(one.database());
    assert.deepEqual([await one.database(), await one.database(), tries], [database, database, 2]);
});

const moment = Date.parse('2026-11-28T17:30:00Z');

test('the time uses the clock difference stored by the page, then the server’s Date header', async () => {
    // Three hours slow.
    const clock = { now: () => 7, date: () => moment - 10_800_000 };
    const { device: one, asked, database } = await device({ headers: { Date: 'Sat, 28 Nov 2026 17:30:00 GMT' }, clock });
    assert.deepEqual(await one.time(), { now: moment - 10_800_000, isOff: false });
    await database.put('clockDifference', 10_000_000);
    assert.deepEqual(await one.time(), { now: moment - 800_000, isOff: true });
    assert.equal(await one.askTime(), moment + 500);
    assert.deepEqual([asked, await database.get('clockDifference'), await one.time()], [['/app/api/app-config'], 10_800_500, { now: moment + 500, isOff: true }]);
});

test('without a response the last known time is used', async () => {
    const { device: one, database } = await device({ clock: { now: () => 7, date: () => moment } });
    await database.put('clockDifference', 60_000);
    assert.equal(await one.askTime(), moment + 60_000);
});
