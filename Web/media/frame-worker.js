import { limits } from '../frames/limits.js';
import { CallKeys, makeEntry } from './call-keys.js';
import { systemClock } from './clock.js';
import { countDrop, noCounts } from './counts.js';
import { pumpFrames } from './frame-pump.js';
import { MissingKey } from './missing-key.js';
import { SenderEncryptor } from './sender-encryptor.js';

/** @typedef {import('./worker-messages.js').WorkerMessage} WorkerMessage */
/** @typedef {import('./worker-messages.js').ScriptTransformer} ScriptTransformer */
/** @typedef {import('./sender-keyring.js').SenderKeyring} SenderKeyring */

/** What the worker of one call does: seals what is sent, opens what is received, and hands out keys for both. */
export class FrameWorker {
    #say;
    #clock;
    /** @type {import('./call-keys.js').PreparedEntry | null} */
    #prepared = null;
    /** @type {CallKeys | null} */
    #keys = null;
    /** @type {Map<string, import('./counts.js').Counts>} */
    #counts = new Map();
    /** @type {Promise<void>} messages of the page are handled one after the other */
    #messages = Promise.resolve();

    /**
     * @param {(message: import('./worker-messages.js').WorkerEvent | import('./worker-messages.js').WorkerAnswer) => void} say to the page
     * @param {import('./clock.js').Clock} [clock]
     */
    constructor(say, clock = systemClock) {
        this.#say = say;
        this.#clock = clock;
    }

    /** @param {WorkerMessage} message of the page */
    receive(message) { this.#messages = this.#messages.then(() => this.#handle(message)).catch(() => {}); }

    /** @param {WorkerMessage} message */
    async #handle(message) {
        if (message.type === 'prepare') {
            this.#prepared = await makeEntry(message).catch(() => null);
            const entry = this.#prepared?.entry;
            this.#say({ type: 'prepared', id: message.id, texts: entry ? { join: entry.join.text, leave: entry.leave } : null });
        } else if (message.type === 'begin' && this.#prepared) {
            this.#keys = new CallKeys(this.#prepared, message, (actions) => this.#say({ type: 'keyActions', actions }), this.#clock);
            this.#prepared = null;
        } else if (message.type === 'keys') this.#keys?.take(message.event);
        else if (message.type === 'statistics') {
            this.#say({ type: 'statistics', id: message.id, statistics: { counts: Object.fromEntries(this.#counts), keys: this.#keys?.taken ?? 0 } });
        }
    }

    /**
     * Carries the frames of one track, until it ends.
     * @param {ScriptTransformer} transformer
     */
    async transform(transformer) {
        await this.#messages;
        const { options } = transformer;
        // Without a call there is nothing to seal or open with: the track stays silent.
        if (!this.#keys) return;
        if (options.direction === 'send') await this.#send(transformer, options, this.#keys.keyring);
        else await this.#receive(transformer, options, this.#keys.keyring);
    }

    /**
     * @param {string} name
     * @returns {import('./counts.js').Counts}
     */
    #countsOf(name) {
        const known = this.#counts.get(name) ?? noCounts();
        this.#counts.set(name, known);
        return known;
    }

    /**
     * @param {ScriptTransformer} transformer
     * @param {import('./worker-messages.js').SendOptions} options
     * @param {SenderKeyring} keyring
     */
    async #send(transformer, { track, codec }, keyring) {
        const counted = this.#countsOf(`sent ${track}`);
        const encryptor = new SenderEncryptor(keyring, track, codec);
        let lastRequest = -Infinity;
        const requestKeyFrame = () => {
            if (this.#clock.now() < lastRequest + 100) return;
            lastRequest = this.#clock.now();
            // Firefox makes one here, Chromium only where the sender is.
            if (transformer.generateKeyFrame) transformer.generateKeyFrame().catch(() => {});
            else this.#say({ type: 'keyFrameNeeded', track });
        };
        await pumpFrames(transformer, async (frame) => {
            const outcome = await encryptor.seal(new Uint8Array(frame.data));
            if ('sealed' in outcome) {
                counted.passed += 1;
                frame.data = bufferOf(outcome.sealed);
                return true;
            }
            countDrop(counted, outcome.dropped);
            if (outcome.needsKeyFrame) requestKeyFrame();
            return false;
        }, { capacity: limits.unsealedFrames, overflow: () => countDrop(counted, 'unsupportedFrame'), lost: () => encryptor.lost() });
    }

    /**
     * @param {ScriptTransformer} transformer
     * @param {import('./worker-messages.js').ReceiveOptions} options
     * @param {SenderKeyring} keyring
     */
    async #receive(transformer, { feed, sender, track, codec }, keyring) {
        const counted = this.#countsOf(`received ${sender} ${track}`);
        const from = { sender, track, codec };
        keyring.lost(sender, track);
        let isFirst = true;
        const missingKey = new MissingKey((isMissing) => this.#say({ type: 'keysMissing', feed, track, isMissing }), this.#clock);
        const stop = keyring.onChange(() => missingKey.mayOpen());
        const ask = () => transformer.sendKeyFrameRequest?.().catch(() => {});
        await pumpFrames(transformer, async (frame) => {
            const payload = new Uint8Array(frame.data);
            let outcome = await keyring.open(payload, from);
            while ('heldUntil' in outcome) {
                await keyring.change(outcome.heldUntil);
                outcome = await keyring.open(payload, from);
            }
            if ('opened' in outcome) {
                counted.passed += 1;
                missingKey.mayOpen();
                if (isFirst) this.#say({ type: 'firstOpened', feed, track });
                isFirst = false;
                if (outcome.needsKeyFrame) ask();
                frame.data = bufferOf(outcome.opened);
                return true;
            }
            countDrop(counted, outcome.dropped);
            if (outcome.dropped === 'noKey') missingKey.frameLacksKey();
            else if (outcome.needsKeyFrame) ask();
            return false;
        }, { capacity: limits.heldFrames, overflow: () => countDrop(counted, 'heldTooMany'), lost: () => keyring.lost(sender, track) });
        missingKey.stop();
        stop();
    }
}

/** @param {Uint8Array} bytes */
function bufferOf(bytes) {
    const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    return isWhole ? bytes.buffer : bytes.slice().buffer;
}
