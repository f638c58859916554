import { baseKeyOf } from '../../../../Web/frames/key-schedule.js';
import { ReceivedKeys } from '../../../../Web/frames/received-keys.js';
import { namedGenerations, parseSenderKeyID } from '../../../../Web/frames/sender-frame-key-id.js';
import { SenderTrackOpener } from '../../../../Web/frames/sender-track-opener.js';
import { decodeHeader } from '../../../../Web/frames/sframe-header.js';
import { KeyChannel, systemWrapping } from '../../../../Web/keys/channels/key-channel.js';
import { openKey, readKeyMessage } from '../../../../Web/keys/channels/key-message.js';
import { readOpenMessage } from '../../../../Web/keys/channels/open-message.js';
import { drawJoinSecrets, importJoinSecrets } from '../../../../Web/keys/entering/join-secrets.js';
import { readJoin } from '../../../../Web/keys/entering/join.js';
import { SenderKey } from '../../../../Web/keys/sender-key.js';

/** Records the random values drawn for entries: what a device has only as long as the worker of its call lives. */
export class Drawn {
    /** @type {CryptoKeyPair[]} of X25519 */
    pairs = [];
    /** Copies of all 32 random bytes: sender keys among them, and halves of channels. */
    bytes = [];
    #restore = () => {};

    constructor() {
        const { subtle } = crypto;
        const [generateKey, getRandomValues] = [subtle.generateKey, crypto.getRandomValues];
        subtle.generateKey = async (...asked) => {
            const made = await generateKey.apply(subtle, asked);
            if (asked[0].name === 'X25519') this.pairs.push(made);
            return made;
        };
        crypto.getRandomValues = (array) => {
            const filled = getRandomValues.call(crypto, array);
            if (filled.length === 32) this.bytes.push(filled.slice());
            return filled;
        };
        this.#restore = () => {
            delete subtle.generateKey;
            delete crypto.getRandomValues;
        };
    }

    stop() { this.#restore(); }
}

/** Everything that can be found in values: keys, and anything of a key's length, also as text. */
function* secretsIn(value, seen = new Set()) {
    if (typeof value === 'string') {
        for (const part of value.split(/[^\w+/=-]/)) yield* keyLong(Buffer.from(part, 'base64'));
        return;
    }
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof CryptoKey) yield value;
    else if (ArrayBuffer.isView(value)) yield* keyLong(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    else for (const [name, inner] of Object.entries(value)) for (const each of [name, inner]) yield* secretsIn(each, seen);
}

function* keyLong(bytes) { if (bytes.length === 32) yield Uint8Array.from(bytes); }

/** Has recorded all signals and sealed frames of a call, and tries them with what it takes from devices. */
export class Thief {
    #call;
    #texts;
    #frames = [];
    /** How many halves of channels it has obtained from the long-term keys, which proves that its method works that far. */
    unwrapped = 0;

    /**
     * @param {number} call
     * @param {{ address: string, sent: any[] }[]} people
     */
    constructor(call, people) {
        this.#call = call;
        this.#texts = () => people.flatMap(({ address, sent }) => sent.flatMap(({ kind, body, bodies }) =>
            (body === undefined ? Object.entries(bodies) : [[null, body]]).map(([to, text]) => ({ kind, from: address, to, text }))));
    }

    /** Records a sealed frame. */
    taps(sender, track, codec, payload) { this.#frames.push({ sender, track, codec, payload }); }

    /**
     * Returns the frames that it can open, in the order in which they were sealed.
     * @param {unknown[]} loot
     */
    async opens(...loot) {
        const found = [...secretsIn(loot)];
        const raw = found.filter((one) => !(one instanceof CryptoKey));
        const keys = [...await this.#handedOut(found, raw), ...raw.map((bytes) => ({ from: null, key: new SenderKey(bytes) }))];
        const opened = [];
        for (const frame of this.#frames) {
            const plain = await firstOf(keys, (key) => this.#open(frame, key));
            if (plain) opened.push(plain);
        }
        return opened;
    }

    /** The sender keys in all openings and key messages that it can read. */
    async #handedOut(found, raw) {
        const joins = new Map();
        const texts = this.#texts();
        for (const { kind, text } of texts) {
            const join = kind === 'join' && await readJoin(text).catch(() => null);
            if (join) joins.set(join.hash, join);
        }
        const ofKind = (name) => found.filter((one) => one instanceof CryptoKey && one.algorithm.name === name && one.type === 'private');
        // A key pair of its own too: anything that needs no key of those who were there opens with any.
        const privates = [...ofKind('X25519'), (await drawJoinSecrets(null)).privateKey, ...await seeds(raw)];
        const keys = [];
        for (const { text, from, to } of texts.filter(({ kind }) => kind === 'open')) {
            const message = readOpenMessage(text);
            const [sender, receiver] = [joins.get(message.from), joins.get(message.to)];
            for (const rsa of ofKind('RSA-OAEP')) {
                const wrapping = systemWrapping(rsa, null);
                if (!await wrapping.unwrap(message.wrapped)) continue;
                this.unwrapped += 1;
                for (const privateKey of privates) {
                    const channel = new KeyChannel(this.#call, receiver, { privateKey, x: receiver.x, m: null, decapsulate: null }, wrapping);
                    // The agreement as the receiver computes it, and as the sender does.
                    for (const x of [sender.x, receiver.x]) keys.push(...await this.#behind(await channel.accept(message, { ...sender, x }), message, texts.filter((one) => one.from === from && one.to === to)));
                }
            }
        }
        return keys;
    }

    /** The keys that were sent over a channel. */
    async #behind(channel, { sealed }, texts) {
        const first = channel && await openKey(sealed, 0, channel);
        if (!first) return [];
        const later = await Promise.all(texts.filter(({ kind }) => kind === 'key').map(({ text }) => readKeyMessage(text)).map((message) => openKey(message.sealed, message.n, channel)));
        return [first, ...later.filter(Boolean)].map((key) => ({ from: texts[0].from, ...key }));
    }

    /** Tries the frame with a sender key whose owner and time may be unknown. */
    async #open({ sender, track, codec, payload }, { from, generation, step = 0, key }) {
        if (from !== null && from !== sender) return null;
        const keyID = parseSenderKeyID(decodeHeader(payload).header.keyID);
        const keys = new ReceivedKeys();
        keys.receive({ generation: generation ?? keyID.generation + namedGenerations, step, key }, 0);
        const outcome = await new SenderTrackOpener(({ bytes }) => baseKeyOf(bytes, this.#call, sender, track)).open(payload, codec, keys, 0);
        return outcome.opened ?? null;
    }
}

async function firstOf(list, work) {
    for (const each of list) {
        const found = await work(each);
        if (found) return found;
    }
    return null;
}

/** Private keys derived from anything that may be their seed. */
async function seeds(raw) {
    const made = await Promise.all(raw.map((seed) => importJoinSecrets(seed, new Uint8Array(32), null).catch(() => null)));
    return made.filter(Boolean).map(({ privateKey }) => privateKey);
}
