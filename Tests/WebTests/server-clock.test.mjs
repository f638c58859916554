import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { ClockWatch } from '../../Web/app/clock-watch.js';
import { isTooOld } from '../../Web/calls/entry/invitation-check.js';
import { APIClient } from '../../Web/protocol/http/api-client.js';
import { endpoints } from '../../Web/protocol/http/endpoints.js';
import { pageClock } from '../../Web/protocol/page-clock.js';
import { ServerClock, clockNotice } from '../../Web/protocol/server-clock.js';
import { CredentialStorage } from '../../Web/session/credential-storage.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { memory } from './calls/doubles/person.mjs';
import { english } from './english.mjs';

const vectors = JSON.parse(await readFile(new URL('../Vectors/server-time.json', import.meta.url), 'utf8'));

for (const { name, observations, asks } of vectors.cases) {
    test(`the server's time and the notice about the wall clock match the vectors: ${name}`, () => {
        const moment = { now: 0, clock: 0 };
        const clock = new ServerClock({ now: () => moment.now, date: () => moment.clock });
        for (const { date, sentAt, receivedAt } of observations) clock.observe(date, sentAt, receivedAt);
        for (const { now, clock: wall, serverTime, notice } of asks) {
            Object.assign(moment, { now, clock: wall });
            assert.equal(clock.now(), serverTime);
            assert.deepEqual(clockNotice(clock.difference()), notice);
        }
    });
}

test('an invite rings for 90 s of the server’s time, and one from the future rings', () => {
    assert.equal(vectors.invites.length, 6);
    for (const { issuedAt, serverTime, rings } of vectors.invites) assert.equal(!isTooOld(issuedAt, serverTime), rings);
});

const noon = Date.parse('2026-11-28T12:00:00Z');
const httpDate = (moment) => new Date(moment).toUTCString();

/** A device whose wall clock is `off` milliseconds ahead of the server's. */
function device(off) {
    const at = { now: 1000, wall: noon + off };
    const server = new ServerClock({ now: () => at.now, date: () => at.wall });
    const clock = pageClock(server, { now: () => at.now, date: () => at.wall });
    const pass = (milliseconds) => Object.assign(at, { now: at.now + milliseconds, wall: at.wall + milliseconds });
    const observes = (moment) => server.observe(httpDate(moment), at.now, at.now);
    return { at, server, clock, pass, observes };
}

test('the page’s clock shows the server’s time and is monotonic, whatever the wall clock and later responses do', () => {
    const { at, clock, pass, observes } = device(-240_000);
    assert.equal(clock.date(), noon - 240_000);
    observes(noon);
    assert.equal(clock.date(), noon + 500);
    pass(10_000);
    at.wall += 3_600_000;
    assert.equal(clock.date(), noon + 10_500);
    // The same time, reported a second later.
    observes(noon + 11_000);
    assert.equal(clock.date(), noon + 10_500);
    pass(1000);
    assert.equal(clock.date(), noon + 11_500);
    // The monotonic clock stood still for an hour, as during sleep.
    observes(noon + 3_612_000);
    assert.equal(clock.date(), noon + 3_612_500);
});

test('every response of the server is observed, errors too', async () => {
    const { at, server } = device(0);
    const answers = [new Response('{}', { headers: { Date: httpDate(noon) } }), new Response('{}', { status: 410, headers: { Date: httpDate(noon + 60_000) } })];
    const tokens = { access: () => 'a', refresh: () => null, replace() {}, dead() {} };
    const fetch = async () => { at.now += 200; return answers.shift(); };
    const client = new APIClient({ origin: 'https://calls.example.org', tokens, fetch, serverClock: server });
    await client.send(endpoints.user);
    assert.equal(server.now(), noon + 600);
    await client.send(endpoints.user).catch(() => {});
    assert.equal(server.now(), noon + 60_600);
});

for (const off of [-10_800_000, -120_000, 0, 120_000, 10_800_000]) {
    test(`credentials are kept as long as the server accepts them, with a clock that is ${off / 60_000} minutes ahead`, async () => {
        const { at, server, pass, observes } = device(off);
        observes(noon);
        let fetched = 0;
        const storage = new CredentialStorage(async () => {
            fetched += 1;
            return { noneTlsUrl: 'turn:192.0.2.1:3478', turnUsername: `u7:${noon / 1000 + 600}:77`, turnPassword: 'p', rabbitmqToken: 't' };
        }, { server: () => server.now() / 1000, now: () => at.now / 1000 });
        await storage.credentials();
        pass(538_000);
        await storage.credentials();
        assert.equal(fetched, 1);
        pass(2000);
        await storage.credentials();
        assert.equal(fetched, 2);
    });
}

test('a wrong clock is reported once, and the difference is stored for the service worker', async () => {
    const { at, server, pass, observes } = device(-240_000);
    const [store, database] = [new Store(initialState(0)), memory()];
    const watch = new ClockWatch(server, store);
    const end = watch.begin(database);
    assert.deepEqual(store.state.notices, []);
    observes(noon);
    const said = () => store.state.notices.map(({ text }) => english.string(text));
    assert.deepEqual(said(), ['This device’s clock is 4 minutes slow. Calls work, but times may look wrong. Set the clock.']);
    assert.equal(await database.get('clockDifference'), 240_500);
    store.set({ notices: [] });
    pass(1000);
    at.wall += 10_000_000;
    observes(noon + 1000);
    assert.deepEqual([said(), await database.get('clockDifference')], [[], 240_500 - 10_000_000]);
    end();
    observes(noon + 900_000);
    assert.equal(await database.get('clockDifference'), 240_500 - 10_000_000);
});

test('until the server answers, the last known time is used', async () => {
    const { server, clock, observes } = device(-240_000);
    const database = memory();
    await new ClockWatch(server, new Store(initialState(0))).recall(database);
    assert.equal(clock.date(), noon - 240_000);
    await database.put('clockDifference', 239_000);
    await new ClockWatch(server, new Store(initialState(0))).recall(database);
    assert.deepEqual([server.now(), clock.date(), server.difference()], [noon - 1000, noon - 1000, null]);
    observes(noon);
    assert.equal(server.now(), noon + 500);
});

test('a clock that is less than a minute off is not reported', () => {
    const { server, observes } = device(59_000);
    const store = new Store(initialState(0));
    new ClockWatch(server, store).begin(memory());
    observes(noon);
    assert.deepEqual(store.state.notices, []);
});
