import { assembleFrame, hasKeyFrames, parseFrame } from './frame-layout.js';
import { limits } from './limits.js';
import { drawSession, makeKeyID } from './sframe-header.js';
import { SFrameKey } from './sframe-key.js';

/** @typedef {import('./frame-layout.js').FrameCodec} FrameCodec */
/** @typedef {'noKey' | 'emptyFrame' | 'unsupportedFrame' | 'waitingForKeyFrame' | 'counterExhausted'} SealDrop */
/** @typedef {{ sealed: Uint8Array } | { dropped: SealDrop, needsKeyFrame: boolean }} SealOutcome */

/** A session of a sealer under one key; never resumed (e2ee 3). */
class SealingSession {
    /** @type {Promise<SFrameKey>} */
    #key;
    #counter;

    /**
     * @param {CryptoKey} baseKey
     * @param {number} tag
     * @param {bigint} session
     * @param {bigint} firstCounter
     */
    constructor(baseKey, tag, session, firstCounter) {
        this.#key = SFrameKey.derive(baseKey, makeKeyID(tag, session));
        this.#counter = firstCounter;
    }

    get isUsedUp() { return this.#counter >= limits.counters; }

    /**
     * @param {Uint8Array} plaintext
     * @param {Uint8Array} metadata
     */
    async seal(plaintext, metadata) {
        // Taken before anything is awaited: a counter is never used twice.
        const counter = this.#counter++;
        return (await this.#key).seal(plaintext, counter, metadata);
    }
}

/** Encrypts the frames of one local track with whatever key is given for each; every key gets a new session. */
export class TrackSealer {
    #codec;
    #baseKeyOf;
    #draw;
    #firstCounter;
    /** @type {SealingSession | null} */
    #session = null;
    #entryID = -1;
    #waitsForKeyFrame = true;

    /**
     * @param {FrameCodec} codec
     * @param {(entry: import('./call-key-set.js').KeyEntry) => Promise<CryptoKey>} baseKeyOf
     * @param {{ draw?: () => bigint, firstCounter?: bigint, isContinued?: boolean }} testing for vectors
     */
    constructor(codec, baseKeyOf, testing = {}) {
        const { draw = drawSession, firstCounter = 0n, isContinued = false } = testing;
        this.#waitsForKeyFrame = !isContinued;
        this.#codec = codec;
        this.#baseKeyOf = baseKeyOf;
        this.#draw = draw;
        this.#firstCounter = firstCounter;
    }

    /** Whether anything derived from a key is held. */
    get holdsKey() { return this.#session !== null; }

    /**
     * Seals one frame of the encoder; called for one frame after the other.
     * @param {Uint8Array} frame
     * @param {import('./call-key-set.js').KeyEntry | null} entry the key to seal with
     * @returns {Promise<SealOutcome>}
     */
    async seal(frame, entry) {
        if (!entry) {
            this.#forget();
            return { dropped: 'noKey', needsKeyFrame: false };
        }
        const parsed = parseFrame(frame, this.#codec);
        if (typeof parsed === 'string') return this.#drop(parsed);
        if (!parsed.isKeyFrame && this.#waitsForKeyFrame && hasKeyFrames(this.#codec)) return this.#drop('waitingForKeyFrame');
        if (entry.id !== this.#entryID || !this.#session) {
            const baseKey = await this.#baseKeyOf(entry);
            this.#session = new SealingSession(baseKey, entry.tag, this.#draw(), this.#firstCounter);
            this.#entryID = entry.id;
        }
        if (this.#session.isUsedUp) return this.#drop('counterExhausted');
        try {
            const sealed = await this.#session.seal(parsed.plaintext, parsed.clear);
            this.#waitsForKeyFrame = false;
            return { sealed: assembleFrame(parsed, sealed, this.#codec) };
        } catch {
            return this.#drop('unsupportedFrame');
        }
    }

    /**
     * Drops what was derived from a key that is not among these.
     * @param {{ id: number }[]} entries
     */
    keep(entries) {
        if (this.#session && !entries.some(({ id }) => id === this.#entryID)) this.#forget();
    }

    /** Notes that a frame was dropped before it came here. */
    lost() { this.#waitsForKeyFrame = true; }

    #forget() {
        this.#session = null;
        this.#entryID = -1;
        this.#waitsForKeyFrame = true;
    }

    /**
     * Every dropped video frame leaves the decoders without a reference, so a key frame has to follow.
     * @param {SealDrop} reason
     * @returns {SealOutcome}
     */
    #drop(reason) {
        this.#waitsForKeyFrame = true;
        return { dropped: reason, needsKeyFrame: hasKeyFrames(this.#codec) && reason !== 'counterExhausted' };
    }
}
