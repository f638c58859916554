import { makeDeviceKey } from '../../../Web/keys/device-key.js';
import { decodeKeyText, pkcs1Of } from '../../../Web/keys/key-text.js';
import { makeIdentity } from '../../../Web/keys/identity/signed-identity.js';
import { makeSigningKeyPair } from '../../../Web/keys/signing/signing-keys.js';
import { FrameWorker } from '../../../Web/media/frame-worker.js';
import { ClockDouble, settle } from '../calls/doubles/time.mjs';
import { TransformDouble } from '../calls/doubles/worker.mjs';

const devices = new Map();
/** Keys take time to make; each device has one for all tests. */
async function deviceOf(address) {
    if (!devices.has(address)) {
        devices.set(address, (async () => {
            const [key, signing] = [await makeDeviceKey(), await makeSigningKeyPair()];
            const rsa = pkcs1Of(decodeKeyText(key.publicKeyText));
            const identity = await makeIdentity({ address, serial: 1, rsa, createdAt: 1 }, signing);
            return { identity: identity.text, signing: signing.privateKey, rsa: key.privateKey };
        })());
    }
    return devices.get(address);
}

/** The worker of one device of a call, with its messages. */
export class WorkerDevice {
    said = [];
    texts = null;
    #slots = 0;
    /** Selects the messages that go to the others: a function of kind, body and address; null for all. */
    relay = () => {};

    constructor(address, clock, isFounder) {
        this.address = address;
        this.isFounder = isFounder;
        this.worker = new FrameWorker((message) => this.#hears(message), clock);
    }

    #hears(message) {
        this.said.push(message);
        if (message.type === 'prepared') this.texts = message.texts;
        if (message.type !== 'keyActions') return;
        for (const action of message.actions) {
            if (action.type === 'sendToAll') this.relay(action.kind, action.text, null);
            if (action.type === 'send') for (const [to, text] of Object.entries(action.texts)) this.relay(action.kind, text, to);
        }
    }

    async begin() {
        this.worker.receive({ type: 'prepare', id: 1, room: 70, seq: 1, vouch: '', ...await deviceOf(this.address) });
        await settle();
        this.worker.receive({ type: 'begin', callId: 7, pins: null, isFounder: this.isFounder });
        if (this.isFounder) this.heard({ type: 'invited', text: 'not looked at here', callees: [1, 2, 3] });
    }

    heard(event) { this.worker.receive({ type: 'keys', event }); }
    words(...types) { return this.said.map(({ type }) => type).filter((type) => types.includes(type)); }

    async sending(codec = 'opus') { return this.#transform({ direction: 'send', track: codec === 'opus' ? 'audio' : 'video', codec }); }
    async receiving(feed = 100, codec = 'opus', sender = '1_11') {
        this.#slots += 1;
        return this.#transform({ direction: 'receive', slot: this.#slots, feed, sender, track: codec === 'opus' ? 'audio' : 'video', codec });
    }

    async #transform(options) {
        const transform = new TransformDouble(options);
        void this.worker.transform(transform);
        await settle();
        return transform;
    }
}

/** Two devices of one call; `meet` introduces them to each other. */
export async function makeWorkers() {
    const clock = new ClockDouble();
    const [ana, bo] = [new WorkerDevice('1_11', clock, true), new WorkerDevice('2_22', clock, false)];
    for (const [one, other] of [[ana, bo], [bo, ana]]) {
        one.relay = (kind, text, to) => { if (to === null || to === other.address) other.heard({ type: 'message', kind, from: one.address, text }); };
        await one.begin();
    }
    const meet = async () => {
        for (const [one, other] of [[ana, bo], [bo, ana]]) {
            one.heard({ type: 'listed', addresses: [other.address] });
            one.heard({ type: 'entered' });
        }
        await settle();
    };
    return { clock, ana, bo, meet };
}

/** Returns the payloads that come through. */
export async function through(transform, ...payloads) {
    const before = transform.passed.length;
    for (const payload of payloads) transform.put(payload);
    await settle();
    return transform.passed.slice(before);
}
