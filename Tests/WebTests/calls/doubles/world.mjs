import { JanusDouble } from './janus.mjs';
import { Person } from './person.mjs';
import { ServerDouble } from './server.mjs';
import { ClockDouble, Gate, settle } from './time.mjs';

/** User ID and device ID by name. */
const everybody = { ana: [1, 11], bo: [2, 22], boElsewhere: [2, 23], cy: [3, 33] };

/**
 * A server, a media server, a clock and these people.
 * @param {...string} names
 */
export async function makeWorld(...names) {
    const world = { server: new ServerDouble(), janus: new JanusDouble(), clock: new ClockDouble(), sending: new Gate(), people: [] };
    world.janus.joined = (display, feed) => world.server.published(Number(display.split(':')[0]), feed);
    for (const name of names) {
        world[name] = await new Person(world, ...everybody[name]).begin();
        world.people.push(world[name]);
    }
    return world;
}

/** The first person calls the others, they answer, and a second later everyone has the key. */
export async function connected(...names) {
    const world = await makeWorld(...names);
    await connect(world);
    return world;
}

export async function connect({ people: [caller, ...others], clock }) {
    const id = await caller.calls.call([...new Set(others.map(({ user }) => user))], { video: true });
    await settle();
    for (const other of others) await other.calls.answer({ video: true });
    await clock.advance(1000);
    return id;
}

/** Whether a frame that one person sends comes out at the other. */
export async function hears(receiver, sender, frame = [9, 9, 9]) {
    const [sealed, opened] = [sender.engine.worker.sending(), receiver.engine.worker.receiving(sender.address)];
    const before = [sealed?.passed.length, opened?.passed.length];
    sealed?.put(frame);
    await settle();
    if (!sealed || !opened || sealed.passed.length === before[0]) return false;
    opened.put(sealed.passed.at(-1));
    await settle();
    return opened.passed.length > before[1] && opened.passed.at(-1).toString() === frame.toString();
}

/** The remains of ended calls; empty if all is well. */
export async function leftovers({ people, janus, clock }) {
    await settle();
    const left = [];
    if (clock.waiting > 0) left.push(`${clock.waiting} timers`);
    if (janus.openSockets > 0) left.push(`${janus.openSockets} connections to Janus`);
    for (const { name, engine, calls } of people) {
        if (!engine.isQuiet) left.push(`cameras, connections or workers of ${name}`);
        if (calls.current) left.push(`a call of ${name}`);
    }
    return left;
}
