import { limits } from '../frames/limits.js';
import { TrackOpener } from '../frames/track-opener.js';
import { TrackSealer } from '../frames/track-sealer.js';
import { systemClock } from './clock.js';
import { countDrop, noCounts } from './counts.js';
import { pumpFrames } from './frame-pump.js';
import { Keyring } from './keyring.js';
import { MissingKey } from './missing-key.js';

/** @typedef {import('./worker-messages.js').WorkerMessage} WorkerMessage */
/** @typedef {import('./worker-messages.js').ScriptTransformer} ScriptTransformer */

/** What the worker of one call does: seals what is sent and opens what is received. */
export class FrameWorker {
    #say;
    #clock;
    /** @type {Keyring | null} */
    #keyring = null;
    #ownAddress = '';
    /** @type {Map<string, import('./counts.js').Counts>} */
    #counts = new Map();
    /** @type {Map<string, TrackOpener>} by device, track and codec */
    #openers = new Map();
    /** @type {Promise<void>} messages of the page are handled one after the other */
    #messages = Promise.resolve();

    /**
     * @param {(message: import('./worker-messages.js').WorkerEvent | import('./worker-messages.js').WorkerStatistics) => void} say to the page
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
        if (message.type === 'begin') {
            this.#keyring = new Keyring(message.callId, this.#clock);
            this.#ownAddress = message.ownAddress;
        } else if (message.type === 'install') await this.#keyring?.install(message);
        else if (message.type === 'leave') this.#keyring?.learnedOfLeave();
        else if (message.type === 'statistics') this.#say({ type: 'statistics', id: message.id, counts: Object.fromEntries(this.#counts) });
    }

    /**
     * Carries the frames of one track, until it ends.
     * @param {ScriptTransformer} transformer
     */
    async transform(transformer) {
        await this.#messages;
        const { options } = transformer;
        // Without a call there is nothing to seal or open with: the track stays silent.
        if (!this.#keyring) return;
        if (options.direction === 'send') await this.#send(transformer, options, this.#keyring);
        else await this.#receive(transformer, options, this.#keyring);
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
     * @param {Keyring} keys
     */
    async #send(transformer, { track, codec }, keys) {
        const counted = this.#countsOf(`sent ${track}`);
        const sealer = new TrackSealer(codec, keys.deriver(this.#ownAddress, track));
        const stop = await keys.use(async (entries) => sealer.keep(entries));
        let lastRequest = -Infinity;
        const requestKeyFrame = () => {
            if (this.#clock.now() < lastRequest + 100) return;
            lastRequest = this.#clock.now();
            // Firefox makes one here, Chromium only where the sender is.
            if (transformer.generateKeyFrame) transformer.generateKeyFrame().catch(() => {});
            else this.#say({ type: 'keyFrameNeeded', track });
        };
        let saidNeed = -Infinity;
        await pumpFrames(transformer, async (frame) => {
            const outcome = await sealer.seal(new Uint8Array(frame.data), keys.sealingEntry());
            if ('sealed' in outcome) {
                counted.passed += 1;
                frame.data = bufferOf(outcome.sealed);
                return true;
            }
            countDrop(counted, outcome.dropped);
            if (outcome.needsKeyFrame) requestKeyFrame();
            if (outcome.dropped === 'noKey' && this.#clock.now() > saidNeed + 1000) {
                saidNeed = this.#clock.now();
                this.#say({ type: 'needsKey' });
            }
            return false;
        }, { capacity: limits.unsealedFrames, overflow: () => countDrop(counted, 'unsupportedFrame'), lost: () => sealer.lost() });
        stop();
    }

    /**
     * The opener of a track of a device: one for the whole call. The media server decides when there is another feed of
     * it, and must not bring back what was opened on the last.
     * @param {string} sender
     * @param {string} track
     * @param {import('../frames/frame-layout.js').FrameCodec} codec
     * @param {Keyring} keys
     */
    async #openerOf(sender, track, codec, keys) {
        const name = `${sender} ${track} ${codec}`;
        const known = this.#openers.get(name);
        if (known) return known;
        const opener = new TrackOpener(codec, keys.deriver(sender, track));
        this.#openers.set(name, opener);
        await keys.use((entries) => opener.update(entries, this.#clock.now()));
        return opener;
    }

    /**
     * @param {ScriptTransformer} transformer
     * @param {import('./worker-messages.js').ReceiveOptions} options
     * @param {Keyring} keys
     */
    async #receive(transformer, { feed, sender, track, codec }, keys) {
        const counted = this.#countsOf(`received ${sender} ${track}`);
        const opener = await this.#openerOf(sender, track, codec, keys);
        opener.lost();
        let isFirst = true;
        const missingKey = new MissingKey((isMissing) => this.#say({ type: 'keysMissing', feed, track, isMissing }), this.#clock);
        const stop = await keys.use(async () => missingKey.mayOpen());
        const ask = () => transformer.sendKeyFrameRequest?.().catch(() => {});
        await pumpFrames(transformer, async (frame) => {
            const payload = new Uint8Array(frame.data);
            let outcome = await opener.open(payload, this.#clock.now());
            while ('heldUntil' in outcome) {
                await keys.change(outcome.heldUntil);
                outcome = await opener.open(payload, this.#clock.now());
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
            if (outcome.dropped === 'noKey') {
                this.#say({ type: 'needsKey' });
                missingKey.frameLacksKey();
            } else if (outcome.needsKeyFrame) ask();
            return false;
        }, { capacity: limits.heldFrames, overflow: () => countDrop(counted, 'heldTooMany'), lost: () => opener.lost() });
        missingKey.stop();
        stop();
    }
}

/** @param {Uint8Array} bytes */
function bufferOf(bytes) {
    const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    return isWhole ? bytes.buffer : bytes.slice().buffer;
}
