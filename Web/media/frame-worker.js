import { limits } from '../frames/limits.js';
import { CallKeys, makeEntry, sealReply } from './call-keys.js';
import { systemClock } from './clock.js';
import { countDrop, noCounts } from './counts.js';
import { pumpFrames } from './frame-pump.js';
import { LayerSealers } from './layer-sealers.js';
import { ReceivingSlot, bufferOf } from './receiving-slot.js';
import { SenderEncryptor } from './sender-encryptor.js';

/** @typedef {import('./worker-messages.js').WorkerMessage} WorkerMessage */
/** @typedef {import('./worker-messages.js').ScriptTransformer} ScriptTransformer */
/** @typedef {import('./sender-keyring.js').SenderKeyring} SenderKeyring */

/** The worker of one call: seals sent frames, opens received ones, and distributes the keys for both. */
export class FrameWorker {
    #say;
    #clock;
    /** @type {import('./call-keys.js').PreparedEntry | null} */
    #prepared = null;
    /** @type {CallKeys | null} */
    #keys = null;
    /** @type {Map<string, import('./counts.js').Counts>} */
    #counts = new Map();
    /** @type {Map<number, ReceivingSlot>} by their ids */
    #slots = new Map();
    /**
     * @type {Map<number, import('./receiving-slot.js').Source>} the sources that slots were moved to: also one whose track has yet to begin
     */
    #moves = new Map();
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
        } else if (message.type === 'reply') {
            this.#say({ type: 'sealedReply', id: message.id, text: await sealReply(message).catch(() => null) });
        } else if (message.type === 'settle') {
            void (this.#keys?.settled() ?? Promise.resolve()).then(() => this.#say({ type: 'settled', id: message.id }));
        } else if (message.type === 'keys') this.#keys?.take(message.event);
        else if (message.type === 'switch') this.#switch(message);
        else if (message.type === 'statistics') {
            this.#say({ type: 'statistics', id: message.id, statistics: { counts: Object.fromEntries(this.#counts), keys: this.#keys?.taken ?? 0 } });
        }
    }

    /** @param {{ slot: number } & import('./receiving-slot.js').Source} message */
    #switch({ slot, feed, sender }) {
        this.#moves.set(slot, { feed, sender });
        this.#slots.get(slot)?.switchTo({ feed, sender });
    }

    /**
     * Transfers the frames of one track, until it ends.
     * @param {ScriptTransformer} transformer
     */
    async transform(transformer) {
        await this.#messages;
        const { options } = transformer;
        // Without a call there is no key to seal or open with: the track stays silent.
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
    async #send(transformer, { track, codec, rids = [] }, keyring) {
        const counted = this.#countsOf(`sent ${track}`);
        const layers = new LayerSealers((layer) => new SenderEncryptor(keyring, track, codec, layer));
        const requestKeyFrame = (/** @type {number | null} */ source) => {
            if (!layers.mayAsk(source, this.#clock.now())) return;
            // Firefox produces one here, for a layer by its RID, which only the page knows; Chromium only at the sender.
            if (!transformer.generateKeyFrame) this.#say({ type: 'keyFrameNeeded', track, source });
            else for (const rid of rids.length > 0 ? rids : [undefined]) transformer.generateKeyFrame(rid).catch(() => {});
        };
        await pumpFrames(transformer, async (frame) => {
            const source = frame.getMetadata?.().synchronizationSource ?? null;
            const outcome = await layers.of(source)?.seal(new Uint8Array(frame.data)) ?? { dropped: 'unsupportedFrame', needsKeyFrame: false };
            if ('sealed' in outcome) {
                counted.passed += 1;
                frame.data = bufferOf(outcome.sealed);
                return true;
            }
            countDrop(counted, outcome.dropped);
            if (outcome.needsKeyFrame) requestKeyFrame(source);
            return false;
        }, { capacity: limits.unsealedFrames, overflow: () => countDrop(counted, 'unsupportedFrame'), lost: () => layers.lost() });
    }

    /**
     * @param {ScriptTransformer} transformer
     * @param {import('./worker-messages.js').ReceiveOptions} options
     * @param {SenderKeyring} keyring
     */
    async #receive(transformer, options, keyring) {
        const slot = new ReceivingSlot({ ...options, ...this.#moves.get(options.slot) }, {
            keyring, clock: this.#clock, countsOf: (name) => this.#countsOf(name), say: (event) => this.#say(event),
            askForKeyFrame: () => transformer.sendKeyFrameRequest?.().catch(() => {}),
        });
        this.#slots.set(options.slot, slot);
        await pumpFrames(transformer, (frame) => slot.pass(frame), { capacity: limits.heldFrames, overflow: () => slot.overflow(), lost: () => slot.lost() });
        slot.stop();
        for (const known of [this.#slots, this.#moves]) known.delete(options.slot);
    }
}
