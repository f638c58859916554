import { hasKeyFrames, splitFrame } from '../frames/frame-layout.js';
import { KeyFrameDemand } from '../frames/key-frame-demand.js';
import { SubscriptionSlot } from '../frames/subscription-slot.js';
import { countDrop } from './counts.js';
import { MissingKey } from './missing-key.js';

/** @typedef {import('./frame-pump.js').EncodedFrame} EncodedFrame */
/** @typedef {{ feed: number, sender: string }} Source whose frames come, and on which feed of the room */

/**
 * The requirements of a slot on its worker.
 * @typedef {object} SlotHost
 * @property {import('./sender-keyring.js').SenderKeyring} keyring
 * @property {import('./clock.js').Clock} clock
 * @property {(name: string) => import('./counts.js').Counts} countsOf
 * @property {(event: import('./worker-messages.js').WorkerEvent) => void} say
 * @property {() => unknown} askForKeyFrame
 */

/**
 * The frames of one track of a connection that is switched from sender to sender. They are opened for the current sender; video passes only
 * from a key frame of theirs on (e2ee 8.2).
 */
export class ReceivingSlot {
    #id;
    #track;
    #codec;
    #feed;
    #slot;
    #host;
    #missingKey;
    #stop;
    /** Whether a frame of this sender has passed. */
    #isFirst = true;
    /** The decoder still has reference frames of the previous sender. */
    #waitsForKeyFrame = false;
    #demand = new KeyFrameDemand();

    /**
     * @param {Omit<import('./worker-messages.js').ReceiveOptions, 'direction'>} options
     * @param {SlotHost} host
     */
    constructor({ slot, feed, sender, track, codec }, host) {
        this.#id = slot;
        this.#feed = feed;
        this.#track = track;
        this.#codec = codec;
        this.#host = host;
        this.#slot = new SubscriptionSlot(sender);
        this.#missingKey = new MissingKey((isMissing) => host.say({ type: 'keysMissing', feed: this.#feed, track, isMissing }), host.clock);
        this.#stop = host.keyring.onChange(() => this.#missingKey.mayOpen());
        this.lost();
    }

    /**
     * From now on, only this sender's frames pass.
     * @param {Source} source
     */
    switchTo({ feed, sender }) {
        this.#missingKey.mayOpen();
        this.#slot.switched(sender, this.#host.clock.now());
        this.#feed = feed;
        this.#isFirst = true;
        this.#waitsForKeyFrame = hasKeyFrames(this.#codec);
        this.#demand = new KeyFrameDemand();
        this.lost();
    }

    /** Frames were dropped before they got here, or a decoder starts. */
    lost() { this.#host.keyring.lost(this.#slot.sender, this.#track); }

    /** A frame was dropped because too many are waiting. */
    overflow() { countDrop(this.#counts, 'heldTooMany'); }

    stop() {
        this.#missingKey.stop();
        this.#stop();
    }

    get #counts() { return this.#host.countsOf(`received ${this.#slot.sender} ${this.#track}`); }

    /**
     * Opens a frame in place; false if it must not pass.
     * @param {EncodedFrame} frame
     */
    async pass(frame) {
        const { keyring, clock } = this.#host;
        const { sender } = this.#slot;
        const counts = this.#counts;
        const from = { sender, track: this.#track, codec: this.#codec };
        const payload = new Uint8Array(frame.data);
        const open = () => keyring.open(payload, from, this.#slot.isSettling(clock.now()));
        let outcome = await open();
        while ('heldUntil' in outcome && this.#slot.sender === sender) {
            await keyring.change(outcome.heldUntil);
            outcome = await open();
        }
        // The slot was switched while this frame was being opened, or held.
        if (this.#slot.sender !== sender || 'heldUntil' in outcome) return this.#drop(counts, 'switched');
        if ('dropped' in outcome) return this.#notOpened(outcome, counts);
        const isKeyFrame = !hasKeyFrames(this.#codec) || (splitFrame(payload, this.#codec)?.isKeyFrame ?? false);
        if (this.#waitsForKeyFrame && !isKeyFrame) {
            if (this.#demand.asks(clock.now())) this.#host.askForKeyFrame();
            return this.#drop(counts, 'waitingForKeyFrame');
        }
        this.#waitsForKeyFrame = false;
        counts.passed += 1;
        this.#missingKey.mayOpen();
        if (this.#isFirst) this.#host.say({ type: 'firstOpened', slot: this.#id, feed: this.#feed, track: this.#track, timestamp: timestampOf(frame) });
        this.#isFirst = false;
        if (outcome.needsKeyFrame) this.#host.askForKeyFrame();
        frame.data = bufferOf(outcome.opened);
        return true;
    }

    /**
     * @param {{ dropped: string, needsKeyFrame: boolean }} outcome
     * @param {import('./counts.js').Counts} counts
     */
    #notOpened({ dropped, needsKeyFrame }, counts) {
        // Frames that still belong to the previous sender cannot be identified.
        if (this.#slot.isSettling(this.#host.clock.now())) return this.#drop(counts, 'switched');
        if (dropped === 'noKey') this.#missingKey.frameLacksKey();
        else if (needsKeyFrame) this.#host.askForKeyFrame();
        return this.#drop(counts, dropped);
    }

    /**
     * @param {import('./counts.js').Counts} counts
     * @param {string} reason
     */
    #drop(counts, reason) {
        countDrop(counts, reason);
        return false;
    }
}

/**
 * The time at which to show it, by its sender's clock; null if the browser does not tell.
 * @param {EncodedFrame} frame
 */
function timestampOf(frame) {
    const { rtpTimestamp } = frame.getMetadata?.() ?? {};
    return rtpTimestamp ?? frame.timestamp ?? null;
}

/** @param {Uint8Array} bytes */
export function bufferOf(bytes) {
    const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    return isWhole ? bytes.buffer : bytes.slice().buffer;
}
