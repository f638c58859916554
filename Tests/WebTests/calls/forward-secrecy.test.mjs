import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJoin } from '../../../Web/keys/entering/join.js';
import { Drawn, Thief } from './doubles/thief.mjs';
import { settle } from './doubles/time.mjs';
import { connect, makeWorld } from './doubles/world.mjs';

/** A call whose signals and frames are recorded; `says` returns what was sealed. */
async function recorded(...names) {
    const drawn = new Drawn();
    const world = await makeWorld(...names);
    const call = await connect(world);
    const thief = new Thief(call, world.people);
    const said = [];
    const says = async (sender) => {
        const out = sender.engine.worker.sending();
        const [before, frame] = [out.passed.length, [said.length + 1, 9, 9, 9]];
        out.put(frame);
        await settle();
        assert.equal(out.passed.length, before + 1, 'it is sealed');
        thief.taps(sender.address, 'audio', 'opus', out.passed.at(-1));
        said.push(frame);
    };
    return { world, thief, drawn, said, says };
}

/** The keys that were drawn for the entries of a device. */
async function entriesOf({ sent }, drawn) {
    const joins = await Promise.all(sent.filter(({ kind, body }) => kind === 'join' && body).map(({ body }) => readJoin(body)));
    const raw = await Promise.all(drawn.pairs.map(async (pair) => [pair, Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey))]));
    return raw.filter(([, x]) => joins.some((join) => x.equals(join.x))).map(([pair]) => pair.privateKey);
}

/** Everything that can be taken from a device: its storage, its long-term keys, and the memory of workers that have not ended. */
async function taken(person, drawn) {
    const isAlive = person.engine.workers.some(({ isClosed }) => !isClosed);
    const { identity, signing } = await person.session.identity.registered();
    return [person.database.all(), person.rung.all(), person.session.deviceKey, person.session.account, identity, signing, ...(isAlive ? await entriesOf(person, drawn) : [])];
}

const listed = (frames) => frames.map((frame) => [...frame]);

// 002-29
test('nothing that devices keep after a call, or after leaving it, decrypts recorded media', async () => {
    const { world: { ana, bo, cy, clock, people }, thief, drawn, said, says } = await recorded('ana', 'bo', 'cy');
    try {
        for (const sender of [ana, bo, cy]) await says(sender);
        assert.deepEqual(listed(await thief.opens(await taken(bo, drawn))), [said[0], said[2]], 'a device that is in the call gives what it hears');
        await cy.calls.hangUp();
        await clock.advance(1000);
        for (const sender of [ana, bo]) await says(sender);
        assert.deepEqual(await thief.opens(await taken(cy, drawn)), [], 'who has left gives nothing, neither of before nor of now');
        assert.deepEqual(listed(await thief.opens(await taken(ana, drawn))), [said[1], said[2], said[4]], 'who is still there does');
        await ana.calls.hangUp();
        await settle();
        const all = await Promise.all(people.map((person) => taken(person, drawn)));
        thief.unwrapped = 0;
        assert.deepEqual(await thief.opens(all), []);
        assert.ok(thief.unwrapped >= 6, 'with what the long-term keys open it has tried');
        // The missing part was lost with the workers; any piece of it would be enough.
        for (const pair of drawn.pairs.slice(0, people.length)) assert.ok((await thief.opens(all, pair.privateKey)).length > 0);
        assert.deepEqual(listed(await thief.opens(all, drawn.bytes)), said);
    } finally {
        drawn.stop();
    }
});

// 002-29
test('nothing of a later call decrypts recorded media', async () => {
    const { world, thief, drawn, says } = await recorded('ana', 'bo');
    try {
        for (const sender of [world.ana, world.bo]) await says(sender);
        await world.ana.calls.hangUp();
        await settle();
        const [pairs, bytes] = [drawn.pairs.length, drawn.bytes.length];
        await connect(world);
        assert.equal(drawn.pairs.length, pairs + 2);
        const now = await Promise.all(world.people.map((person) => taken(person, { pairs: drawn.pairs.slice(pairs) })));
        assert.deepEqual(await thief.opens(now, drawn.pairs.slice(pairs).map(({ privateKey }) => privateKey), drawn.bytes.slice(bytes)), []);
        await world.ana.calls.hangUp();
    } finally {
        drawn.stop();
    }
});
