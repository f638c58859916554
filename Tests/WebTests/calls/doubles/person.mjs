import { CallController } from '../../../../Web/calls/call-controller.js';
import { inOrder } from '../../../../Web/calls/members/member.js';
import { KeptInvitation } from '../../../../Web/calls/lifecycle/kept-invitation.js';
import { makeDeviceKey } from '../../../../Web/keys/device-key.js';
import { Listeners } from '../../../../Web/protocol/listeners.js';
import { DeviceIdentity } from '../../../../Web/session/device-identity.js';
import { OwnVouch } from '../../../../Web/session/own-vouch.js';
import { PeopleStore } from '../../../../Web/session/people-store.js';
import { PinStore } from '../../../../Web/session/pin-store.js';
import { EngineDouble } from './media.mjs';
import { janusGates } from './janus.mjs';
import { readSignal } from './signals.mjs';
import { settle } from './time.mjs';
import { inEnglish } from '../../english.mjs';

/** Keys take time to make; each device has one for all transcripts. */
const deviceKeys = new Map();
export async function deviceKey(device) {
    if (!deviceKeys.has(device)) deviceKeys.set(device, makeDeviceKey());
    return deviceKeys.get(device);
}

/** A database in memory. */
export function memory() {
    const values = new Map();
    return {
        get: async (name) => values.get(name), put: async (name, value) => void values.set(name, structuredClone(value)),
        remove: async (name) => void values.delete(name), clear: async () => values.clear(), all: () => [...values.values()],
    };
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

/** One signed-in device with its calls, and all their events. */
export class Person {
    engine = new EngineDouble();
    /** @type {any[]} */
    events = [];
    signals = new CountedListeners();
    states = new CountedListeners();
    #isOnline = true;
    #page = { isGone: false, timers: [] };
    /** Kept across reloads. */
    database = memory();
    rung = memory();
    /** The identity of this device that the server publishes; none for an app that is too old. */
    identity = null;
    /** How often signalling was asked to check its connection, and whether a call waits for it. */
    checks = 0;
    isUrgent = false;
    /** Signals that left this device. */
    sent = [];
    publicKey = '';
    /** How often it has requested another access token. */
    renewals = 0;
    /** This person's requests to the media server, and which of them it refuses. */
    janusGates = janusGates();
    janusFailures = {};
    /** The special answers for this person, by endpoint. */
    serverFailures = {};

    constructor(world, user, device) {
        this.world = world;
        this.user = user;
        this.device = device;
        this.name = `User ${user}`;
        this.address = `${user}_${device}`;
    }

    async begin() {
        const { server, clock } = this.world;
        const key = await deviceKey(this.device);
        this.publicKey = key.publicKeyText;
        const people = new PeopleStore(this.database, () => clock.date());
        const session = {
            account: { userId: this.user, deviceId: this.device, displayName: this.name }, deviceAddress: this.address, deviceKey: key,
            api: {
                send: (endpoint, options) => server.send(this, endpoint, options),
                sendWhileClosing: (endpoint, options) => void server.send(this, endpoint, options).catch(() => {}),
                renewToken: async () => { this.renewals += 1; },
            },
            database: this.database,
            signaling: {
                state: 'connected', check: () => { this.checks += 1; }, setUrgent: (isUrgent) => { this.isUrgent = isUrgent; },
                onSignal: (listener) => this.signals.add(listener), onState: (listener) => this.states.add(listener),
                send: async (signal) => {
                    this.sent.push(signal);
                    await this.world.sending.pass();
                    server.relay(this, signal);
                },
            },
            credentials: async () => ({ iceServers: [] }),
            invitations: new KeptInvitation(this.rung), people, pins: new PinStore(this.database, (pins) => people.follow(pins)),
        };
        session.identity = new DeviceIdentity({
            database: this.database, api: session.api, deviceKey: key, address: this.address, now: () => clock.date(), says: `Browser of ${this.name}`,
        });
        session.vouch = new OwnVouch({ database: this.database, api: session.api, identity: session.identity, userId: this.user });
        this.session = session;
        await session.identity.registered();
        this.platform = this.engine.platform(clock);
        this.open();
        server.add(this);
        return this;
    }

    /** Has been in a call with them before. */
    async knows({ address, session }) {
        const { pins, unseen } = await this.session.pins.read() ?? { pins: {}, unseen: {} };
        const { identity: { sign, serial } } = await session.identity.registered();
        await this.database.put('devicePins', { pins: { ...pins, [address]: { sign, serial, basis: 'firstUse' } }, unseen });
    }

    /** A freshly loaded page, with only what the session stores. */
    open() {
        const page = { isGone: false, timers: [] };
        this.#page = page;
        this.calls = new CallController({ session: this.#sessionOf(page), makeJanus: () => this.world.janus.makeClient(this), platform: this.#platformOf(page) });
        this.calls.start();
        this.calls.onEvent((event) => this.events.push(event));
    }

    /** The page is reloaded: its contents are gone, without notice to anyone. */
    async reload() {
        this.#page.isGone = true;
        for (const callOff of this.#page.timers) callOff();
        [this.signals, this.states] = [new CountedListeners(), new CountedListeners()];
        this.engine.goes();
        this.world.janus.goes(this);
        await settle();
        this.open();
        this.comesBack();
    }

    /** A page that is gone sends no requests and reports nothing. */
    #sessionOf(page) {
        const { api, signaling } = this.session;
        const unlessGone = (work) => (page.isGone ? new Promise(() => {}) : work());
        return Object.create(this.session, {
            api: { value: { ...api, send: (...asked) => unlessGone(() => api.send(...asked)) } },
            signaling: { value: Object.create(signaling, { send: { value: (signal) => unlessGone(() => signaling.send(signal)) } }) },
        });
    }

    #platformOf(page) {
        const { clock } = this.platform;
        const after = (milliseconds, body) => {
            const callOff = page.isGone ? () => {} : clock.after(milliseconds, body);
            page.timers.push(callOff);
            return callOff;
        };
        return Object.create(this.platform, { clock: { value: { now: () => clock.now(), date: () => clock.date(), after } } });
    }

    /** Whether signals reach this device. */
    get isOnline() { return this.#isOnline; }
    set isOnline(isOnline) {
        this.#isOnline = isOnline;
        this.session.signaling.state = isOnline ? 'connected' : 'offline';
        if (!isOnline) this.states.notify('offline');
    }

    hears(signal) {
        const read = readSignal(signal);
        if (this.isOnline && read) this.signals.notify(read);
    }
    comesBack() {
        this.isOnline = true;
        this.states.notify('connected');
    }

    /** The events of this kind, with their texts in English. */
    told(type) { return this.events.filter((event) => event.type === type).map(inEnglish); }
    get ends() { return this.told('ended').map(({ reason }) => reason); }
    get isProtected() { return this.events.some(({ type, state }) => type === 'encryption' && state === 'protected'); }
    /** A participant's device, as last shown to this person. */
    shown(user) {
        const { deviceId, sign, serial } = this.member(user);
        return { address: `${user}_${deviceId}`, sign, serial };
    }
    /** Everyone in the last call, as last reported to this person, in display order. */
    get members() { return this.lists.at(-1) ?? []; }
    /** The same, after each report. */
    get lists() {
        let [call, records] = [null, new Map()];
        return this.told('members').map(({ callId, changed, userIds }) => {
            if (callId !== call) [call, records] = [callId, new Map()];
            for (const member of changed) records.set(member.userId, member);
            for (const userId of records.keys()) if (!userIds.includes(userId)) records.delete(userId);
            return [...records.values()].sort(inOrder);
        });
    }
    member(user) { return this.members.find(({ userId }) => userId === user); }
    /** All records of a person, after each report about them. */
    records(user) { return this.told('members').flatMap(({ changed }) => changed.filter(({ userId }) => userId === user)); }
    /** The others' devices as they were shown, after each change of one. */
    get devices() { return this.told('members').flatMap(({ changed }) => changed.filter(({ trust }) => trust !== null)); }
    /** How this person can admit others who are held, by user. */
    get offer() { return Object.fromEntries(this.devices.map(({ userId, offer }) => [userId, offer])); }
    /** The trust in the others, by user. */
    get trust() { return Object.fromEntries(this.devices.map(({ userId, trust }) => [userId, trust])); }
}
