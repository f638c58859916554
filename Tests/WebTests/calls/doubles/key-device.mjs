import { KeyExchange } from '../../../../Web/calls/keys/key-exchange.js';
import { importPeerKey } from '../../../../Web/keys/device-key.js';
import { deviceKey } from './person.mjs';
import { ClockDouble, Gate, settle } from './time.mjs';
import { readSignal } from './signals.mjs';

export const callId = 7;
export const member = (address) => {
    const [userId, deviceId] = address.split('_').map(Number);
    return { address, userId, deviceId, name: `User ${userId}` };
};

/** One device that moves keys: what it sent, what it took, and the random bytes it was given. */
export class KeyDevice {
    sent = [];
    installed = [];
    /** What the worker was told, in order: `epoch n` and `leave`. */
    told = [];
    fetching = new Gate();
    sending = new Gate();
    /** Every array that held a key's bytes. */
    bytes = [];
    /** Public keys that are not those of the devices. */
    otherKeys = new Map();
    random = (bytes) => crypto.getRandomValues(bytes);

    constructor(address, clock) {
        this.address = address;
        this.clock = clock;
    }

    async begin() {
        const { privateKey } = await deviceKey(this.address);
        this.exchange = new KeyExchange({
            callId, own: this.address, privateKey,
            peers: {
                key: async (address) => {
                    await this.fetching.pass();
                    return this.otherKeys.get(address) ?? (await importPeerKey((await deviceKey(address)).publicKeyText)).key;
                },
            },
            worker: {
                install: (key) => {
                    this.installed.push(key);
                    this.told.push(`epoch ${key.epoch}`);
                },
                learnedOfLeave: () => this.told.push('leave'),
            },
            send: async (signal) => {
                this.sent.push({ ...signal, senderId: Number(this.address.split('_')[0]), senderDeviceId: Number(this.address.split('_')[1]) });
                await this.sending.pass();
            },
            keyInstalled: () => {}, platform: { clock: this.clock, random: (bytes) => this.#watched(this.random(bytes)) },
        });
        return this;
    }

    /** Copies are watched as well. */
    #watched(bytes) {
        this.bytes.push(bytes);
        bytes.slice = (...range) => this.#watched(Uint8Array.prototype.slice.apply(bytes, range));
        return bytes;
    }

    get epochs() { return this.installed.map(({ epoch }) => epoch); }
    last(type) { return this.sent.findLast((signal) => signal.type === type); }
    joined(...addresses) { for (const address of addresses) this.exchange.apply({ type: 'joined', member: member(address) }, new Set(addresses)); }
    left(address) { this.exchange.apply({ type: 'left', member: member(address) }, new Set()); }
    hostIs(address) { this.exchange.apply({ type: 'keyHostIs', address }, new Set()); }
    becomesHost(...members) { this.exchange.apply({ type: 'becameKeyHost' }, new Set(members)); }
    async hears(...signals) { for (const signal of signals) await this.exchange.received(readSignal(signal)); }
}

export const [ana, bo, cy] = ['1_11', '2_22', '3_33'];

/** Ana is key host, Bo a member. */
export async function makeDevices() {
    const clock = new ClockDouble();
    const host = await new KeyDevice(ana, clock).begin();
    const guest = await new KeyDevice(bo, clock).begin();
    host.becomesHost();
    guest.hostIs(ana);
    return { clock, host, guest };
}

/** Bo has joined and has the first key. */
export async function withFirstKey() {
    const devices = await makeDevices();
    const { host, guest, clock } = devices;
    host.joined(bo);
    await clock.advance(250);
    await guest.hears(host.last('key_rotation'));
    await settle();
    return devices;
}
