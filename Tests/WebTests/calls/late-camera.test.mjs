import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from './doubles/time.mjs';
import { leftovers, hears, makeWorld } from './doubles/world.mjs';

/** An audio call of Ana's that Bo has answered. */
async function talking(answer = { video: false }) {
    const world = await makeWorld('ana', 'bo');
    await world.ana.calls.call([2], { video: false });
    await settle();
    await world.bo.calls.answer(answer);
    await world.clock.advance(1000);
    return world;
}
const sees = (receiver, sender) => Boolean(receiver.engine.worker.receiving(sender.address, 'video'));
const videoOf = ({ engine }) => engine.connections[0].senders[1]?.track ?? null;

test('the caller sees a callee who answers an audio call with the camera on', async () => {
    const world = await talking({ video: true });
    const { ana, bo, server } = world;
    assert.ok(sees(ana, bo) && !sees(bo, ana));
    assert.deepEqual([bo.engine.asked, ana.engine.asked], [['audio video'], ['audio']]);
    assert.equal(server.updates.find(({ userId, status }) => userId === 2 && status === 'connected').isVideoEnabled, true);
    assert.equal(server.updates.find(({ userId, status }) => userId === 1 && status === 'connected').isVideoEnabled, undefined);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a camera turned on in an audio call is offered and received on the existing connections', async () => {
    const world = await talking();
    const { ana, bo, server } = world;
    const before = [ana.engine.connections.length, bo.engine.connections.length + 1];
    await ana.calls.running().media.setCamera(true);
    await settle();
    assert.ok(sees(bo, ana) && videoOf(ana)?.kind === 'video');
    assert.deepEqual([ana.engine.connections.length, bo.engine.connections.length], before, 'no connection is recreated, and the picture has one of its own');
    assert.equal(server.updates.at(-1).isVideoEnabled, true);
    assert.deepEqual(ana.told('connection').map(({ state }) => state), ['connecting', 'connected']);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    // Off and on again needs no offer; both at once neither.
    await ana.calls.running().media.setCamera(false);
    assert.equal(videoOf(ana), null);
    await Promise.all([ana.calls.running().media.setCamera(true), bo.calls.running().media.setCamera(true)]);
    await settle();
    assert.ok(videoOf(ana) && sees(ana, bo));
    const offers = ana.world.janus.connections.values().next().value.handles[0].requests.filter(({ request }) => request === 'configure');
    assert.equal(offers.length, 1);
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a camera turned on while joining the media server is in the first offer, or follows it', async () => {
    for (const gate of ['join', 'publish']) {
        const world = await makeWorld('ana', 'bo');
        const { ana, bo, clock } = world;
        ana.janusGates[gate].shut();
        await ana.calls.call([2], { video: false });
        await settle();
        await bo.calls.answer({ video: false });
        const on = ana.calls.running().media.setCamera(true);
        await settle();
        ana.janusGates[gate].open();
        await on;
        await clock.advance(1000);
        assert.ok(sees(bo, ana), gate);
        await ana.calls.hangUp();
        assert.deepEqual(await leftovers(world), []);
    }
});

test('video that the media server refuses on the existing connection uses another one, and the call goes on', async () => {
    const world = await talking();
    const { ana, bo, clock } = world;
    ana.janusFailures = { publish: true };
    const on = ana.calls.running().media.setCamera(true);
    await settle();
    ana.janusFailures = {};
    await on;
    await clock.advance(3000);
    assert.deepEqual([ana.ends, bo.ends], [[], []]);
    assert.ok(sees(bo, ana));
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('a connection that is lost after that is published again with video', async () => {
    const world = await talking();
    const { ana, bo, clock } = world;
    await ana.calls.running().media.setCamera(true);
    await settle();
    ana.engine.connections[0].becomes('failed');
    await clock.advance(3000);
    const own = ana.engine.connections.findLast(({ senders }) => senders.length > 0);
    assert.equal(own.senders[1].track?.kind, 'video');
    assert.ok(await hears(bo, ana));
    await ana.calls.hangUp();
    assert.deepEqual(await leftovers(world), []);
});

test('hanging up while video is being offered leaves nothing open', async () => {
    const world = await talking();
    const { ana } = world;
    ana.janusGates.publish.shut();
    const on = ana.calls.running().media.setCamera(true).catch(() => {});
    await settle();
    const hanging = ana.calls.hangUp();
    ana.janusGates.publish.open();
    await Promise.all([on, hanging]);
    assert.deepEqual(await leftovers(world), []);
});
