import { concat } from './bytes.js';
import { hasKeyFrames, splitFrame } from './frame-layout.js';
import { HeldTags } from './held-tags.js';
import { KeyFrameDemand } from './key-frame-demand.js';
import { limits } from './limits.js';
import { ReplayWindow } from './replay-window.js';
import { parseSenderKeyID, shareRun } from './sender-frame-key-id.js';
import { decodeHeader } from './sframe-header.js';
import { SFrameKey } from './sframe-key.js';

/** @typedef {import('./frame-layout.js').FrameCodec} FrameCodec */
/** @typedef {import('./received-keys.js').ReceivedKeys} ReceivedKeys */
/** @typedef {import('./received-keys.js').Candidate} Candidate */
/** @typedef {'noKey' | 'retiredKey' | 'badTag' | 'replay' | 'malformed' | 'closedSession' | 'heldTooMany'} OpenDrop */
/** @typedef {{ opened: Uint8Array, needsKeyFrame: boolean } | { heldUntil: number } | { dropped: OpenDrop, needsKeyFrame: boolean }} OpenOutcome */
/**
 * The state of one KID; no key since the sender's keys were forgotten, until the same ones come again.
 * @typedef {{ keyID: import('./sender-frame-key-id.js').SenderFrameKeyID, key: SFrameKey | null,
 *     position: import('./received-keys.js').Position, replay: ReplayWindow, keyFrames: KeyFrameDemand, closesAt: number }} Window
 */
/**
 * @typedef {{ frame: import('./frame-layout.js').SealedFrame, counter: bigint, headerLength: number,
 *     keyID: import('./sender-frame-key-id.js').SenderFrameKeyID, codec: FrameCodec }} ReceivedFrame
 */

/**
 * Decrypts the frames of one track of one sender (e2ee 8.2 and 8.3), on whatever feeds the track comes: what was opened once is
 * opened nowhere again. The keys are those of all tracks of the sender. Time comes as an argument, in milliseconds.
 */
export class SenderTrackOpener {
    #baseKeyOf;
    /** @type {Map<bigint, Window>} */
    #windows = new Map();
    /**
     * The highest run that was opened; lower ones are never started.
     * @type {{ keyID: import('./sender-frame-key-id.js').SenderFrameKeyID, generation: number } | null}
     */
    #newest = null;
    #isForgotten = false;
    /**
     * The layer of the frame that was opened last: another layer has different reference frames.
     * @type {import('./sender-frame-key-id.js').SenderFrameKeyID | null}
     */
    #latest = null;
    #held = new HeldTags();
    /** @type {number[]} instants of the last trials of KIDs not seen before */
    #trials = [];
    /** Until a frame was opened. */
    #firstKeyFrame = new KeyFrameDemand();

    /** @param {(key: import('../keys/sender-key.js').SenderKey) => Promise<CryptoKey>} baseKeyOf derives the base key of this track */
    constructor(baseKeyOf) { this.#baseKeyOf = baseKeyOf; }

    /** Records that frames were lost, or that a decoder starts over: a key frame is requested. */
    lost() {
        this.#firstKeyFrame.demand();
        for (const window of this.#windows.values()) window.keyFrames.demand();
    }

    /**
     * Drops everything derived from keys: the sender has left, is away, or entered again. Opened counters are remembered, since a sender
     * that was away may give the same keys again.
     */
    forget() {
        for (const window of this.#windows.values()) window.key = null;
        this.#isForgotten = true;
        this.#latest = null;
        this.#held = new HeldTags();
        this.#firstKeyFrame = new KeyFrameDemand();
    }

    /**
     * Drops everything derived from keys that are no longer held, and expired runs.
     * @param {ReceivedKeys} keys
     * @param {number} now
     */
    expire(keys, now) {
        if (this.#isForgotten && !keys.isEmpty) {
            this.#isForgotten = false;
            // A different generation is that of another entry, whose runs start over, or a later one, whose runs are higher.
            if (this.#newest && !keys.holdsGeneration(this.#newest.generation)) this.#newest = null;
        }
        for (const [value, window] of this.#windows) {
            if ((!this.#isForgotten && !keys.holds(window.position)) || now >= window.closesAt) this.#windows.delete(value);
        }
    }

    /**
     * Opens one received payload, or returns what to do with it.
     * @param {Uint8Array} payload
     * @param {FrameCodec} codec
     * @param {ReceivedKeys} keys
     * @param {number} now
     * @param {boolean} [isSettling] the slot was switched a moment ago, and its frames may be those of the sender before: a frame that
     *     doesn't open is dropped, neither held nor asked for
     * @returns {Promise<OpenOutcome>}
     */
    async open(payload, codec, keys, now, isSettling = false) {
        const outcome = await this.#openCounted(payload, codec, keys, now, isSettling);
        return isSettling && 'dropped' in outcome ? { dropped: outcome.dropped, needsKeyFrame: false } : outcome;
    }

    /**
     * @param {Uint8Array} payload
     * @param {FrameCodec} codec
     * @param {ReceivedKeys} keys
     * @param {number} now
     * @param {boolean} isSettling
     * @returns {Promise<OpenOutcome>}
     */
    async #openCounted(payload, codec, keys, now, isSettling) {
        keys.expire(now);
        this.expire(keys, now);
        const frame = splitFrame(payload, codec);
        const decoded = frame && decodeHeader(frame.sealed);
        const keyID = decoded && parseSenderKeyID(decoded.header.keyID);
        if (!frame || !decoded || !keyID) return this.#drop('malformed', this.#latest, codec, keys, now);
        const received = { frame, counter: decoded.header.counter, headerLength: decoded.length, keyID, codec };
        const window = this.#windows.get(keyID.value);
        if (window?.key) return this.#openIn(window.key, received, keys, now);
        const found = keys.find(keyID);
        if (found === 'unknown') return isSettling ? { dropped: 'noKey', needsKeyFrame: false } : this.#wait(received, now);
        if (found === 'over') return this.#drop('retiredKey', this.#latest, codec, keys, now);
        this.#held.release(keyID.generation);
        return this.#begin(received, found, keys, now);
    }

    /**
     * A frame with a KID that has opened frames before.
     * @param {SFrameKey} key
     * @param {ReceivedFrame} received
     * @param {ReceivedKeys} keys
     * @param {number} now
     */
    async #openIn(key, received, keys, now) {
        const { keyID, codec } = received;
        if (!this.#accepts(received)) return this.#drop('replay', keyID, codec, keys, now);
        const plaintext = await decrypt(received, key);
        if (!plaintext) return this.#drop('badTag', keyID, codec, keys, now);
        return this.#deliver(received, plaintext, keys, now);
    }

    /**
     * A frame with a new KID: the first authentic one starts it, and closes lower runs after a while.
     * @param {ReceivedFrame} received
     * @param {Candidate} candidate
     * @param {ReceivedKeys} keys
     * @param {number} now
     * @returns {Promise<OpenOutcome>}
     */
    async #begin(received, candidate, keys, now) {
        const { keyID, codec } = received;
        if (!this.#accepts(received)) return this.#drop('replay', keyID, codec, keys, now);
        if (!this.#isRunOpen(keyID) || !this.#mayTry(now)) return this.#drop('closedSession', this.#latest, codec, keys, now);
        const key = await keys.derive(candidate);
        const frameKey = await SFrameKey.derive(await this.#baseKeyOf(key), keyID.value);
        const plaintext = await decrypt(received, frameKey);
        if (!plaintext) return this.#drop('badTag', this.#latest, codec, keys, now);
        // Checked again: meanwhile another feed of the track may have started a higher run, or the keys may be gone.
        if (keys.find(keyID) === 'unknown' || keys.find(keyID) === 'over' || !this.#isRunOpen(keyID)) {
            return this.#drop('closedSession', this.#latest, codec, keys, now);
        }
        keys.keep(key, candidate, now);
        this.#open(keyID, candidate, frameKey, now);
        return this.#deliver(received, plaintext, keys, now);
    }

    /**
     * @param {import('./sender-frame-key-id.js').SenderFrameKeyID} keyID
     * @param {Candidate} candidate
     * @param {SFrameKey} key
     * @param {number} now
     */
    #open(keyID, { position }, key, now) {
        const known = this.#windows.get(keyID.value);
        if (known) known.key = key;
        const window = known
            ?? { keyID, key, position, replay: new ReplayWindow(), keyFrames: this.#demandAtBegin(keyID), closesAt: Infinity };
        for (const other of this.#windows.values()) {
            if (other.keyID.run < keyID.run) other.closesAt = Math.min(other.closesAt, now + limits.olderSessionLife);
        }
        this.#windows.set(keyID.value, window);
        this.#newest = { keyID, generation: position.generation };
    }

    /**
     * Whether a run may be started, or another layer of the newest one.
     * @param {import('./sender-frame-key-id.js').SenderFrameKeyID} keyID
     */
    #isRunOpen(keyID) {
        const newest = this.#newest?.keyID;
        return !newest || keyID.run > newest.run || shareRun(keyID.value, newest.value);
    }

    /** @param {number} now */
    #mayTry(now) {
        this.#trials = this.#trials.filter((instant) => now < instant + 1000);
        if (this.#trials.length >= limits.trialsPerSecond) return false;
        this.#trials.push(now);
        return true;
    }

    /**
     * A layer continues in a new run where it was; a new layer starts with a key frame.
     * @param {import('./sender-frame-key-id.js').SenderFrameKeyID} keyID
     */
    #demandAtBegin(keyID) {
        const earlier = [...this.#windows.values()]
            .filter((window) => window.keyID.layer === keyID.layer && window.keyID.run < keyID.run)
            .sort((left, right) => left.keyID.run - right.keyID.run).at(-1);
        if (earlier) return earlier.keyFrames.copy();
        const demand = this.#firstKeyFrame.copy();
        demand.demand();
        return demand;
    }

    /** @param {ReceivedFrame} received */
    #accepts({ keyID, counter }) { return this.#windows.get(keyID.value)?.replay.accepts(counter) ?? true; }

    /**
     * Records an authentic frame, and returns it.
     * @param {ReceivedFrame} received
     * @param {Uint8Array} plaintext
     * @param {ReceivedKeys} keys
     * @param {number} now
     * @returns {OpenOutcome}
     */
    #deliver({ frame, counter, keyID, codec }, plaintext, keys, now) {
        const window = this.#windows.get(keyID.value);
        // Checked again: while this frame was decrypted, the same one may have been opened, or its run closed.
        if (!window?.key) return this.#drop('closedSession', this.#latest, codec, keys, now);
        if (!window.replay.accepts(counter)) return this.#drop('replay', keyID, codec, keys, now);
        const { highest } = window.replay;
        window.replay.mark(counter);
        const isLate = highest !== null && counter < highest;
        const isNext = counter === (highest === null ? 0n : highest + 1n) && this.#latest?.layer === keyID.layer;
        if (frame.isKeyFrame) {
            window.keyFrames.satisfy();
            this.#firstKeyFrame.satisfy();
        } else if (!isLate && !isNext) window.keyFrames.demand();
        if (!isLate) this.#latest = keyID;
        if (!hasKeyFrames(codec)) {
            return plaintext.length === 0 ? { dropped: 'malformed', needsKeyFrame: false } : { opened: plaintext, needsKeyFrame: false };
        }
        const opened = codec === 'vp8' ? concat(frame.clear, plaintext) : plaintext;
        return { opened, needsKeyFrame: window.keyFrames.asks(now) };
    }

    /**
     * A frame of a generation that may still arrive: held for a while, counted from its first frame, then dropped.
     * @param {ReceivedFrame} received
     * @param {number} now
     * @returns {OpenOutcome}
     */
    #wait({ keyID }, now) {
        const deadline = this.#held.deadline(keyID.generation, now);
        if (deadline !== null && now < deadline) return { heldUntil: deadline };
        // A key frame is useless before there is a key.
        this.lost();
        return { dropped: deadline === null ? 'heldTooMany' : 'noKey', needsKeyFrame: false };
    }

    /**
     * Drops a frame; a needed key frame is requested if there is a key to open it with.
     * @param {OpenDrop} reason
     * @param {import('./sender-frame-key-id.js').SenderFrameKeyID | null} keyID
     * @param {FrameCodec} codec
     * @param {ReceivedKeys} keys
     * @param {number} now
     * @returns {OpenOutcome}
     */
    #drop(reason, keyID, codec, keys, now) {
        if (!hasKeyFrames(codec) || keys.isEmpty) return { dropped: reason, needsKeyFrame: false };
        const demand = (keyID && this.#windows.get(keyID.value)?.keyFrames) ?? this.#firstKeyFrame;
        return { dropped: reason, needsKeyFrame: demand.asks(now) };
    }
}

/**
 * @param {ReceivedFrame} received
 * @param {SFrameKey} key
 */
const decrypt = ({ frame, counter, headerLength }, key) => key.open(frame.sealed, headerLength, counter, frame.clear);
