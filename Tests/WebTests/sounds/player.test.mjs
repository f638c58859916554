import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SoundPlayer } from '../../../Web/sounds/sound-player.js';
import { ClockDouble, settle } from '../calls/doubles/time.mjs';

/** A player on a device that records what it does; `holds`: the browser plays nothing before `allow`. */
function bench({ holds = false, fails = false } = {}) {
    const [log, clock, world] = [[], new ClockDouble(), { output: 'two', open: 0 }];
    let allow = () => {};
    const allowed = holds ? new Promise((resolve) => { allow = resolve; }) : Promise.resolve();
    const port = {
        open() {
            if (fails) throw new Error('no sound here');
            world.open += 1;
            let isOpen = true;
            return {
                ready: async (output) => { log.push(`by ${output}`); await allowed; },
                play: async (sound) => { assert.ok(isOpen); log.push(sound); },
                close() { if (isOpen) world.open -= 1; isOpen = false; },
            };
        },
        vibrate: (pattern) => log.push(`vibrates ${pattern}`),
    };
    return { player: new SoundPlayer(() => world.output, port, clock), clock, world, taken: () => log.splice(0), allow: () => { allow(); return settle(); } };
}

test('an incoming call rings and vibrates in rounds on the current loudspeaker until it is stopped', async () => {
    const { player, clock, world, taken } = bench();
    player.ring('incoming');
    player.ring('incoming');
    await settle();
    assert.deepEqual(taken(), ['vibrates 400,300,400', 'by two', 'incoming']);
    world.output = '';
    await clock.advance(2500);
    assert.deepEqual(taken(), ['vibrates 400,300,400', 'by ', 'incoming']);
    player.ring(null);
    await clock.advance(10_000);
    assert.deepEqual([taken(), world.open, clock.waiting], [['vibrates '], 0, 0]);
});

test('outgoing and waiting rings do not vibrate, and a new ring replaces the current one', async () => {
    const { player, clock, world, taken } = bench();
    player.ring('outgoing');
    await clock.advance(4000);
    player.ring('waiting');
    await settle();
    assert.deepEqual([taken().filter((one) => !one.startsWith('by')), world.open], [['outgoing', 'outgoing', 'waiting'], 1]);
});

test('a one-time sound plays, is released, and does not end a ring', async () => {
    const { player, clock, world, taken } = bench();
    player.ring('waiting');
    player.once('joined');
    await settle();
    assert.deepEqual([taken().sort(), world.open, clock.waiting], [['by two', 'by two', 'joined', 'waiting'], 1, 1]);
});

test('before the first click nothing fails: a ring plays from then on, and earlier one-time sounds are dropped', async () => {
    const { player, clock, world, taken, allow } = bench({ holds: true });
    player.ring('incoming');
    player.once('ended');
    await clock.advance(8000);
    assert.equal(world.open, 1);
    taken();
    await allow();
    assert.deepEqual(taken(), ['incoming']);
    await clock.advance(2500);
    assert.deepEqual(taken().at(-1), 'incoming');
});

test('a ring that ended before the browser allowed sound is not played', async () => {
    const { player, taken, allow } = bench({ holds: true });
    player.ring('outgoing');
    await settle();
    player.ring(null);
    await allow();
    assert.deepEqual(taken(), ['by two']);
});

test('a device without sound still vibrates, without an error', async () => {
    const { player, clock, taken } = bench({ fails: true });
    player.ring('incoming');
    player.once('joined');
    await clock.advance(2500);
    player.ring(null);
    assert.deepEqual(taken(), ['vibrates 400,300,400', 'vibrates 400,300,400', 'vibrates ']);
});
