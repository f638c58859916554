import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallMembers } from '../../../Web/calls/members/call-members.js';
import { connected, hears, leftovers } from './doubles/world.mjs';
import { settle } from './doubles/time.mjs';

const streams = [{ type: 'audio', mid: '0', codec: 'opus' }, { type: 'video', mid: '1', codec: 'h264' }];
const open = ({ engine }) => engine.connections.slice(1).filter(({ connectionState }) => connectionState !== 'closed').length;

/** An intruder is in the room under the name of Bo. */
function forge(janus, id) {
    const [[room, publishers]] = janus.rooms;
    const forged = { id, display: '2:User 2', streams };
    publishers.set(id, forged);
    janus.news(room, null, { publishers: [forged] });
}

// Who: an intruder who has got into the room under the name of Bo.
// With: a feed of its own there, with sessions of SFrame that it made up.
// Gets: to be received beside Bo, whose frames are then refused as replays → to be asked about once, and ignored.
test('a feed that the list of participants does not name is not received, and the true one goes on', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, janus, server } = world;
    const asked = () => server.log.filter((line) => line.startsWith('11 participants')).length;
    const before = asked();
    forge(janus, 900);
    await settle();
    assert.equal(asked(), before + 1);
    assert.equal(open(ana), 2, 'sound and picture');
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

// Who: the same, and the server says that Bo publishes again: it is Bo.
// With: the feed that is named now.
// Gets: the place of the former one, not one beside it.
test('one feed a person: the one that is named last', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo, janus, server } = world;
    forge(janus, 900);
    server.published(2, 900);
    await settle();
    assert.equal(open(ana), 2, 'sound and picture');
    assert.ok(await hears(ana, bo));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('what is not named is not taken, and takes nothing away', () => {
    const members = new CallMembers('1_11');
    const listed = (feedId, deviceId = 22) => [{ userId: 2, deviceId, displayName: 'Bo', status: 'connected', feedId }];
    const feed = () => members.of(2)?.feed ?? null;
    members.publishes(2, 5);
    assert.equal(feed(), null);
    members.joined(2, 22, 'Bo');
    const { revision } = members;
    for (const said of [5, 0, 5]) members.publishes(2, said);
    members.publishes(1, 5);
    assert.deepEqual([feed(), members.revision], [5, revision + 1]);
    for (const said of [null, 0, undefined]) members.listed(listed(said));
    assert.equal(feed(), 5);
    members.listed(listed(6));
    assert.equal(feed(), 6);
    members.listed(listed(null, 23));
    assert.equal(feed(), null);
});
