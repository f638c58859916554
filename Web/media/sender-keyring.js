import { baseKeyOf } from '../frames/key-schedule.js';
import { ReceivedKeys } from '../frames/received-keys.js';
import { SealingRuns } from '../frames/sealing-runs.js';
import { SenderTrackOpener } from '../frames/sender-track-opener.js';

/** @typedef {import('../keys/sender-key.js').SenderKey} SenderKey */
/** @typedef {import('../keys/sender-key.js').SealingKey} SealingKey */
/** @typedef {{ keys: ReceivedKeys, openers: Map<string, SenderTrackOpener> }} Sender what one other device sends */

/** A device is reported at most this often, in milliseconds. */
const needInterval = 1000;

/** The keys of one call's frames inside the worker: seals with the permitted key, opens with those that others gave (e2ee 8). */
export class SenderKeyring {
    #options;
    /** @type {Map<string, SealingRuns>} for the whole entry: no run of a track comes twice */
    #runs = new Map();
    /** @type {Map<string, object>} the newest encryptor of each layer; one that another has replaced seals nothing any more */
    #encryptors = new Map();
    /** @type {Map<string, Sender>} for the whole call: they know what was opened before */
    #senders = new Map();
    /** @type {Map<string, number>} */
    #needs = new Map();
    /** @type {Set<() => void>} */
    #waiting = new Set();
    /** @type {Set<() => void>} */
    #listeners = new Set();
    #stopExpiry = () => {};

    /**
     * @param {object} options
     * @param {number} options.callId
     * @param {string} options.ownAddress
     * @param {(now: number) => SealingKey | null} options.sealing what to seal with, asked at every frame
     * @param {(sender: string) => void} options.needsKey a device whose frames came under a key that did not come in time
     * @param {import('./clock.js').Clock} options.clock
     * @param {() => number} options.random 30 bits
     */
    constructor(options) { this.#options = options; }

    get #now() { return this.#options.clock.now(); }

    // MARK: keys

    /**
     * @param {string} sender
     * @param {SealingKey} key
     */
    receive(sender, key) {
        this.#sender(sender).keys.receive(key, this.#now);
        this.#changed();
    }

    /**
     * Drops all keys of a device: it has left, is away, or joined again. Opened counters are remembered.
     * @param {string} sender
     */
    forget(sender) {
        const known = this.#senders.get(sender);
        known?.keys.forget();
        for (const opener of known?.openers.values() ?? []) opener.forget();
        this.#changed();
    }

    /**
     * Calls the listener whenever keys of others have changed; returns a function that stops that.
     * @param {() => void} listener
     */
    onChange(listener) {
        this.#listeners.add(listener);
        return () => { this.#listeners.delete(listener); };
    }

    /**
     * Returns when keys have changed, or at the given time.
     * @param {number} deadline
     */
    change(deadline) {
        return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
            const resume = () => {
                callOff();
                this.#waiting.delete(resume);
                resolve();
            };
            const callOff = this.#options.clock.after(Math.max(0, deadline - this.#now), resume);
            this.#waiting.add(resume);
        });
    }

    // MARK: sealing

    /**
     * From now on this encryptor seals the track's layer, and the previous one seals nothing.
     * @param {object} encryptor
     * @param {string} track
     * @param {number} layer
     */
    publish(encryptor, track, layer) {
        this.#encryptors.set(`${track} ${layer}`, encryptor);
        // Published again: all layers start a new run, so that earlier frames can be told from later ones.
        this.#runs.get(track)?.end();
    }

    /**
     * The key for an encryptor's next frame; null if nothing may be sealed, and then its track's run is over: a dropped sealer must not
     * begin again under its KID.
     * @param {object} encryptor
     * @param {string} track
     * @param {number} layer
     * @param {bigint | null} held the KID of its sealer
     * @returns {{ key: SenderKey, keyID: bigint } | null}
     */
    sealing(encryptor, track, layer, held) {
        if (this.#encryptors.get(`${track} ${layer}`) !== encryptor) return null;
        const now = this.#now;
        const runs = this.#runs.get(track) ?? new SealingRuns();
        this.#runs.set(track, runs);
        const sealing = this.#options.sealing(now);
        if (!sealing) {
            runs.end();
            return null;
        }
        const keyID = runs.keyID(layer, held, sealing, now, this.#options.random);
        return keyID === null ? null : { key: sealing.key, keyID };
    }

    /**
     * @param {SenderKey} key
     * @param {string} track
     */
    baseKey(key, track) { return baseKeyOf(key.bytes, this.#options.callId, this.#options.ownAddress, track); }

    // MARK: opening

    /**
     * A decoder starts with this track.
     * @param {string} sender
     * @param {string} track
     */
    lost(sender, track) { this.#opener(sender, track).lost(); }

    /**
     * @param {Uint8Array} payload
     * @param {{ sender: string, track: string, codec: import('../frames/frame-layout.js').FrameCodec }} from
     * @param {boolean} [isSettling] the frame may be of another sender, whom the slot had a moment ago
     */
    async open(payload, { sender, track, codec }, isSettling = false) {
        const outcome = await this.#opener(sender, track).open(payload, codec, this.#sender(sender).keys, this.#now, isSettling);
        if (!isSettling && 'dropped' in outcome && outcome.dropped === 'noKey') this.#need(sender);
        return outcome;
    }

    /** @param {string} sender */
    #need(sender) {
        const last = this.#needs.get(sender) ?? -Infinity;
        if (this.#now < last + needInterval) return;
        this.#needs.set(sender, this.#now);
        this.#options.needsKey(sender);
    }

    /** @param {string} address */
    #sender(address) {
        const sender = this.#senders.get(address) ?? { keys: new ReceivedKeys(), openers: new Map() };
        this.#senders.set(address, sender);
        return sender;
    }

    /**
     * @param {string} address
     * @param {string} track
     */
    #opener(address, track) {
        const { openers } = this.#sender(address);
        const opener = openers.get(track)
            ?? new SenderTrackOpener((key) => baseKeyOf(key.bytes, this.#options.callId, address, track));
        openers.set(track, opener);
        return opener;
    }

    #changed() {
        this.#expire();
        for (const resume of [...this.#waiting]) resume();
        for (const listener of this.#listeners) listener();
    }

    /** Drops expired keys, also if no frames arrive any more. */
    #expire() {
        this.#stopExpiry();
        const now = this.#now;
        const next = [];
        for (const { keys, openers } of this.#senders.values()) {
            keys.expire(now);
            for (const opener of openers.values()) opener.expire(keys, now);
            if (keys.nextExpiry !== null) next.push(keys.nextExpiry);
        }
        if (next.length > 0) this.#stopExpiry = this.#options.clock.after(Math.max(0, Math.min(...next) - now) + 1, () => this.#expire());
    }
}
