import { assembleFrame, hasKeyFrames, parseFrame } from './frame-layout.js';
import { limits } from './limits.js';

/** @typedef {'noKey' | 'emptyFrame' | 'unsupportedFrame' | 'waitingForKeyFrame' | 'counterExhausted'} SealDrop */
/** @typedef {{ sealed: Uint8Array } | { dropped: SealDrop, needsKeyFrame: boolean }} SealOutcome */

/**
 * Encrypts the frames of one layer of a local track, in one run under one key (e2ee 8.1). Bound to a KID that `SealingRuns`
 * gives out once, so that no nonce can repeat.
 */
export class SenderTrackSealer {
    #codec;
    #key;
    #counter;
    #waitsForKeyFrame;

    /**
     * @param {import('./frame-layout.js').FrameCodec} codec
     * @param {import('./sframe-key.js').SFrameKey} key of a KID that no other sealer had
     * @param {boolean} waitsForKeyFrame false only when the frame before was sealed, in the run before
     * @param {bigint} [firstCounter] for vectors and the tests of the counter's limit
     */
    constructor(codec, key, waitsForKeyFrame, firstCounter = 0n) {
        this.#codec = codec;
        this.#key = key;
        this.#counter = firstCounter;
        this.#waitsForKeyFrame = waitsForKeyFrame && hasKeyFrames(codec);
    }

    get keyID() { return this.#key.keyID; }

    /**
     * Called for one frame at a time.
     * @param {Uint8Array} frame
     * @returns {Promise<SealOutcome>}
     */
    async seal(frame) {
        const parsed = parseFrame(frame, this.#codec);
        if (typeof parsed === 'string') return this.#drop(parsed);
        if (!parsed.isKeyFrame && this.#waitsForKeyFrame) return this.#drop('waitingForKeyFrame');
        if (this.#counter >= limits.counters) return this.#drop('counterExhausted');
        // Taken before the first await, so that a counter is never used twice.
        const counter = this.#counter;
        this.#counter += 1n;
        try {
            const sealed = await this.#key.seal(parsed.plaintext, counter, parsed.clear);
            this.#waitsForKeyFrame = false;
            return { sealed: assembleFrame(parsed, sealed, this.#codec) };
        } catch {
            return this.#drop('unsupportedFrame');
        }
    }

    /** Records that a frame was dropped before it reached this sealer. */
    lost() { this.#waitsForKeyFrame = hasKeyFrames(this.#codec); }

    /**
     * Every dropped video frame leaves the decoders without a reference, so a key frame has to follow.
     * @param {SealDrop} reason
     * @returns {SealOutcome}
     */
    #drop(reason) {
        this.lost();
        return { dropped: reason, needsKeyFrame: hasKeyFrames(this.#codec) && reason !== 'counterExhausted' };
    }
}
