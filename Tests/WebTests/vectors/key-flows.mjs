import { DevicePins } from '../../../Web/key-distribution/device-pins.js';
import { KeyDistribution, ownEntry } from '../../../Web/key-distribution/key-distribution.js';
import { systemWrapping } from '../../../Web/keys/channels/key-channel.js';
import { importJoinSecrets } from '../../../Web/keys/entering/join-secrets.js';
import { makeJoin, readJoin } from '../../../Web/keys/entering/join.js';
import { decodeBase64URL, encodeBase64URL } from '../../../Web/keys/signing/base64url.js';
import { importDevice } from './key-devices.mjs';

const [call, room] = [7001, 42];

/** SplitMix64, each number as eight bytes, as in the Swift tests. */
export class SeededRandom {
    #state;

    constructor(seed) { this.#state = BigInt(seed); }

    #next() {
        const mask = (1n << 64n) - 1n;
        this.#state = (this.#state + 0x9e3779b97f4a7c15n) & mask;
        let value = this.#state;
        value = ((value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
        value = ((value ^ (value >> 27n)) * 0x94d049bb133111ebn) & mask;
        return value ^ (value >> 31n);
    }

    bytes(count) {
        const bytes = [];
        while (bytes.length < count) {
            const number = this.#next();
            for (let shift = 56n; shift >= 0n && bytes.length < count; shift -= 8n) bytes.push(Number((number >> shift) & 0xffn));
        }
        return Uint8Array.from(bytes);
    }
}

/** Repeats every recorded flow; returns the first difference of each entry that has one. */
export async function checkFlows(vectors) {
    const devices = new Map();
    for (const [name, device] of Object.entries(vectors.devices)) devices.set(name, await readDevice(device, vectors.texts));
    const wrong = [];
    for (const flow of vectors.flows) {
        const secrets = new Map(flow.entries.flatMap(({ encapsulated }) => encapsulated.map(([secret, text]) => [text, secret])));
        for (const entry of flow.entries) {
            const difference = await replay(entry, devices.get(entry.device), vectors.texts, secrets);
            if (difference) wrong.push(`flow ${flow.number} ${flow.name}, ${entry.device}: ${difference}`);
        }
    }
    return wrong;
}

const readDevice = ({ identity, rsa, seed }, texts) => importDevice(texts[identity], rsa, seed);

/** The recorded results of RSA-OAEP and ML-KEM; what was wrapped is opened for real. */
export function recordedWrapping(device, { wrapped, encapsulated }) {
    const [nextWrapped, nextEncapsulated] = [wrapped.values(), encapsulated.values()];
    return {
        ...systemWrapping(device.privateKey, null),
        wrap: async () => decodeBase64URL(nextWrapped.next().value ?? '!'),
        encapsulate: async () => {
            const [secret, ciphertext] = nextEncapsulated.next().value.map(decodeBase64URL);
            return { secret, ciphertext };
        },
    };
}

async function replay(entry, device, texts, kemSecrets) {
    const random = new SeededRandom(entry.random);
    const signed = await readJoin(texts[entry.join]);
    const seed = random.bytes(32);
    if (entry.postQuantum) random.bytes(64);
    const decapsulate = async (ciphertext) => decodeBase64URL(kemSecrets.get(encodeBase64URL(ciphertext)) ?? '!');
    const secrets = await importJoinSecrets(seed, signed.x, signed.m ? { m: signed.m, decapsulate } : null);
    const vouch = texts[entry.join].split('~').slice(3).join('~');
    const join = await makeJoin({ roomId: room, identity: device.identity, secrets, seq: entry.seq, vouch }, device.signing);
    if (join.text !== texts[entry.join]) return 'another join';
    const own = await ownEntry({ join, secrets, identity: device.identity, signing: device.signing });
    if (own.leave !== texts[entry.leave]) return 'another leave';
    const core = new KeyDistribution({
        call, room, entry: own, pins: new DevicePins(entry.pins).stored, isFounder: entry.isFounder,
        wrapping: recordedWrapping(device, entry), now: entry.startedAt, random,
    });
    for (const [index, step] of entry.steps.entries()) {
        const actions = await perform(core, step, texts);
        const recorded = actions.map((action) => recordedAction(action, texts));
        const found = JSON.stringify(sorted({ actions: recorded, sealing: recordedKey(core.sealing(step.now)), later: sealsLater(core, step.now) }));
        const expected = JSON.stringify(sorted({ actions: step.actions, sealing: step.sealing ?? null, later: step.later ?? {} }));
        if (found !== expected) return `step ${index} at ${step.now}, ${JSON.stringify(step.event)}:\n  ${found}\n  not ${expected}`;
    }
    return null;
}

async function perform(core, { event, now }, texts) {
    if (event.type === 'ratchet') {
        await core.generations.step();
        return [];
    }
    return core.handle(event.text === undefined ? event : { ...event, text: texts[event.text] }, now);
}

/** Generation and step around the ends of gathering, adoption and grace, without those at which nothing may be sealed. */
function sealsLater(core, now) {
    const sealing = (instant) => {
        const key = core.sealing(instant);
        return key ? [key.generation, key.step] : [];
    };
    const later = [249, 251, 499, 501].map((instant) => [instant, sealing(now + instant)]);
    return Object.fromEntries(later.filter(([, pair]) => String(pair) !== String(sealing(now))));
}

const recordedKey = (key) => key && { generation: key.generation, step: key.step, key: encodeBase64URL(key.key.bytes) };

function recordedAction(action, texts) {
    const place = (text) => texts.indexOf(text);
    switch (action.type) {
        case 'send': return { ...action, texts: Object.fromEntries(Object.entries(action.texts).map(([address, text]) => [address, place(text)])) };
        case 'sendToAll': return { ...action, text: place(action.text) };
        case 'received': return { ...action, key: recordedKey(action.key) };
        // Hands that are down are left out, and so are keys, on which no rule about display depends.
        case 'members': return { ...action, members: action.members.map(({ sign: _, serial: __, ...member }) => ({ ...member, offer: member.offer ?? undefined, isHandRaised: member.isHandRaised || undefined })) };
        default: return action;
    }
}

/** With the members of every object in order. */
function sorted(value) {
    if (Array.isArray(value)) return value.map(sorted);
    if (!value || typeof value !== 'object') return value;
    return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
}
