import { CallController } from '../../../../Web/calls/call-controller.js';
import { makeDeviceKey } from '../../../../Web/keys/device-key.js';
import { KeyPins } from '../../../../Web/keys/key-pins.js';
import { Listeners } from '../../../../Web/protocol/listeners.js';
import { EngineDouble } from './media.mjs';
import { JanusDouble, janusGates } from './janus.mjs';
import { ServerDouble } from './server.mjs';
import { ClockDouble, Gate, settle } from './time.mjs';

/** Keys take time to make; each device has one for all transcripts. */
const deviceKeys = new Map();
export async function deviceKey(device) {
    if (!deviceKeys.has(device)) deviceKeys.set(device, makeDeviceKey());
    return deviceKeys.get(device);
}

/** A database in memory. */
export function memory() {
    const values = new Map();
    return { get: async (name) => values.get(name), put: async (name, value) => void values.set(name, structuredClone(value)) };
}

class CountedListeners extends Listeners {
    count = 0;
    add(listener) {
        this.count += 1;
        const off = super.add(listener);
        return () => {
            this.count -= 1;
            off();
        };
    }
}

/** One signed-in device with its calls, and everything they told. */
export class Person {
    engine = new EngineDouble();
    /** @type {any[]} */
    events = [];
    signals = new CountedListeners();
    states = new CountedListeners();
    /** Whether signals reach this device. */
    isOnline = true;
    /** Signals that left this device. */
    sent = [];
    publicKey = '';
    /** The media server's requests of this person, and which of them it refuses. */
    janusGates = janusGates();
    janusFailures = {};
    /** By endpoint: what this person is answered with instead. */
    serverFailures = {};

    constructor(world, user, device) {
        this.world = world;
        this.user = user;
        this.device = device;
        this.name = `User ${user}`;
        this.address = `${user}_${device}`;
    }

    async begin() {
        const { server, janus, clock } = this.world;
        const key = await deviceKey(this.device);
        this.publicKey = key.publicKeyText;
        const session = {
            account: { userId: this.user, deviceId: this.device, displayName: this.name }, deviceAddress: this.address, deviceKey: key,
            api: { send: (endpoint, options) => server.send(this, endpoint, options) },
            signaling: {
                onSignal: (listener) => this.signals.add(listener), onState: (listener) => this.states.add(listener),
                send: async (signal) => {
                    this.sent.push(signal);
                    await this.world.sending.pass();
                    server.relay(this, signal);
                },
            },
            credentials: async () => ({ iceServers: [] }), keyPins: new KeyPins(memory()),
        };
        this.session = session;
        this.platform = this.engine.platform(clock);
        this.calls = new CallController({ session, makeJanus: () => janus.makeClient(this), platform: this.platform });
        this.calls.start();
        this.calls.onEvent((event) => this.events.push(event));
        server.add(this);
        return this;
    }

    hears(signal) { if (this.isOnline) this.signals.tell(signal); }
    comesBack() {
        this.isOnline = true;
        this.states.tell('connected');
    }

    told(type) { return this.events.filter((event) => event.type === type); }
    get ends() { return this.told('ended').map(({ reason }) => reason); }
    get isProtected() { return this.events.some(({ type, state }) => type === 'encryption' && state === 'protected'); }
    get epochs() { return this.engine.worker.installed.map(({ epoch }) => epoch); }
}

/** Who is called with which device. */
const everybody = { ana: [1, 11], bo: [2, 22], boElsewhere: [2, 23], cy: [3, 33] };

/**
 * A server, a media server, a clock and these people.
 * @param {...string} names
 */
export async function makeWorld(...names) {
    const world = { server: new ServerDouble(), janus: new JanusDouble(), clock: new ClockDouble(), sending: new Gate(), people: [] };
    for (const name of names) {
        world[name] = await new Person(world, ...everybody[name]).begin();
        world.people.push(world[name]);
    }
    return world;
}

/** The first calls the others, they answer, and a second later everybody has the key. */
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

/** Whether a frame that one sends comes out at the other. */
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

/** What is still going on of calls that are over; empty when all is well. */
export async function leftovers({ people, janus, clock }) {
    await settle();
    const left = [];
    if (clock.waiting > 0) left.push(`${clock.waiting} timers`);
    if (janus.openSockets > 0) left.push(`${janus.openSockets} connections to Janus`);
    for (const { name, engine, calls } of people) {
        if (!engine.isQuiet) left.push(`cameras, connections or workers of ${name}`);
        if (await calls.statistics()) left.push(`a call of ${name}`);
    }
    return left;
}
