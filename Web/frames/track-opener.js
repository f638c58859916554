import { concat } from './bytes.js';
import { hasKeyFrames, splitFrame } from './frame-layout.js';
import { HeldTags } from './held-tags.js';
import { limits } from './limits.js';
import { ReceiveKey } from './receive-key.js';
import { decodeHeader, splitKeyID } from './sframe-header.js';
import { SFrameKey } from './sframe-key.js';

/** @typedef {import('./frame-layout.js').FrameCodec} FrameCodec */
/** @typedef {'noKey' | 'retiredKey' | 'badTag' | 'replay' | 'malformed' | 'closedSession' | 'heldTooMany'} OpenDrop */
/** @typedef {{ opened: Uint8Array, needsKeyFrame: boolean } | { heldUntil: number } | { dropped: OpenDrop, needsKeyFrame: boolean }} OpenOutcome */

/**
 * Decrypts the frames of one track of one remote device (e2ee 4), whatever feed they come on: what was opened once is
 * opened nowhere again. Time comes as an argument, in milliseconds.
 */
export class TrackOpener {
    #codec;
    #baseKeyOf;
    /** @type {ReceiveKey[]} */
    #keys = [];
    /** @type {Set<number>} those that are here or being derived: none is here twice, with two replay windows */
    #taken = new Set();
    /** @type {number[]} */
    #retiredTags = [];
    #held = new HeldTags();
    /** @type {number[]} instants of the last trials of unknown sessions */
    #trials = [];
    #needsKeyFrame;
    #lastAsked = -Infinity;

    /**
     * @param {FrameCodec} codec
     * @param {(entry: import('./call-key-set.js').KeyEntry) => Promise<CryptoKey>} baseKeyOf
     */
    constructor(codec, baseKeyOf) {
        this.#codec = codec;
        this.#baseKeyOf = baseKeyOf;
        this.#needsKeyFrame = hasKeyFrames(codec);
    }

    /**
     * Takes the call's keys over: new ones are added, superseded ones get their end, expired ones are dropped.
     * @param {import('./call-key-set.js').KeyEntry[]} entries
     * @param {number} now
     */
    async update(entries, now) {
        for (const entry of entries) {
            const known = this.#keys.find(({ id }) => id === entry.id);
            if (known) known.expiresAt ??= entry.expiresAt;
            else if (!this.#taken.has(entry.id)) {
                this.#taken.add(entry.id);
                const baseKey = await this.#baseKeyOf(entry);
                // A frame that came meanwhile has replaced the array.
                this.#keys.push(new ReceiveKey(entry, baseKey));
                this.#retiredTags = this.#retiredTags.filter((tag) => tag !== entry.tag);
                this.#held.release(entry.tag);
            }
        }
        this.#expire(now);
    }

    /** @param {number} now */
    #expire(now) {
        const isOver = (/** @type {ReceiveKey} */ key) => key.expiresAt !== null && now >= key.expiresAt;
        for (const key of this.#keys) {
            if (isOver(key)) this.#retiredTags = [...this.#retiredTags, key.tag].slice(-limits.retiredTags);
        }
        this.#keys = this.#keys.filter((key) => !isOver(key));
    }

    /**
     * Opens one received payload, or says what is to become of it.
     * @param {Uint8Array} payload
     * @param {number} now
     * @returns {Promise<OpenOutcome>}
     */
    async open(payload, now) {
        this.#expire(now);
        const frame = splitFrame(payload, this.#codec);
        const decoded = frame && decodeHeader(frame.sealed);
        const keyID = decoded && splitKeyID(decoded.header.keyID);
        if (!frame || !decoded || !keyID) return this.#drop('malformed', now);
        // Two keys can share a tag; both are tried, never more.
        const candidates = this.#keys.filter(({ tag }) => tag === keyID.tag).slice(0, limits.keysPerTag);
        if (candidates.length === 0) return this.#wait(keyID.tag, now);
        const { counter } = decoded.header;
        const known = candidates.find((key) => key.knows(keyID.session));
        if (known) {
            const refusal = refusalOf(known, keyID.session, counter, now);
            const session = known.open(keyID.session, now);
            if (refusal || !session) return this.#drop(refusal ?? 'closedSession', now);
            const plaintext = await session.key.open(frame.sealed, decoded.length, counter, frame.clear);
            return plaintext ? this.#deliver(frame, plaintext, known, keyID.session, counter, now) : this.#drop('badTag', now);
        }
        return this.#try(frame, decoded, keyID.session, candidates, now);
    }

    /**
     * A frame of a session not seen before: the first that verifies opens the session and closes the older ones.
     * @param {import('./frame-layout.js').SealedFrame} frame
     * @param {{ header: import('./sframe-header.js').SFrameHeader, length: number }} decoded
     * @param {bigint} session
     * @param {ReceiveKey[]} candidates
     * @param {number} now
     * @returns {Promise<OpenOutcome>}
     */
    async #try(frame, { header, length }, session, candidates, now) {
        this.#trials = this.#trials.filter((instant) => now < instant + 1000);
        if (this.#trials.length >= limits.trialsPerSecond) return this.#drop('closedSession', now);
        this.#trials.push(now);
        for (const candidate of candidates) {
            const key = await SFrameKey.derive(candidate.baseKey, header.keyID);
            const plaintext = await key.open(frame.sealed, length, header.counter, frame.clear);
            if (!plaintext) continue;
            if (!candidate.knows(session)) {
                for (const other of this.#keys) other.closeSessions(now + limits.olderSessionLife);
                candidate.begin(session, key, now);
            }
            return this.#deliver(frame, plaintext, candidate, session, header.counter, now);
        }
        return this.#drop('badTag', now);
    }

    /**
     * @param {import('./frame-layout.js').SealedFrame} frame
     * @param {Uint8Array} plaintext
     * @param {ReceiveKey} key
     * @param {bigint} session
     * @param {bigint} counter
     * @param {number} now
     * @returns {OpenOutcome}
     */
    #deliver(frame, plaintext, key, session, counter, now) {
        // Looked at again: the same frame may have been opened, or its session closed, while this one was decrypted.
        const refusal = refusalOf(key, session, counter, now);
        if (refusal) return this.#drop(refusal, now);
        const isNext = key.mark(session, counter, now);
        if (!hasKeyFrames(this.#codec)) {
            return plaintext.length === 0 ? this.#drop('malformed', now) : { opened: plaintext, needsKeyFrame: false };
        }
        if (frame.isKeyFrame) this.#needsKeyFrame = false;
        else if (!isNext) this.#needsKeyFrame = true;
        const opened = this.#codec === 'vp8' ? concat(frame.clear, plaintext) : plaintext;
        return { opened, needsKeyFrame: this.#asks(now) };
    }

    /**
     * A frame under a tag no key has.
     * @param {number} tag
     * @param {number} now
     * @returns {OpenOutcome}
     */
    #wait(tag, now) {
        if (this.#retiredTags.includes(tag)) return { dropped: 'retiredKey', needsKeyFrame: false };
        const deadline = this.#held.deadline(tag, now);
        if (deadline !== null && now < deadline) return { heldUntil: deadline };
        // Asking for a key frame is of no use before there is a key.
        this.#needsKeyFrame ||= hasKeyFrames(this.#codec);
        return { dropped: deadline === null ? 'heldTooMany' : 'noKey', needsKeyFrame: false };
    }

    /** Notes that a frame was lost, so that a key frame is asked for. */
    lost() { this.#needsKeyFrame ||= hasKeyFrames(this.#codec); }

    /**
     * @param {OpenDrop} reason
     * @param {number} now
     * @returns {OpenOutcome}
     */
    #drop(reason, now) { return { dropped: reason, needsKeyFrame: this.#keys.length > 0 && this.#asks(now) }; }

    /** @param {number} now */
    #asks(now) {
        if (!this.#needsKeyFrame || now < this.#lastAsked + limits.keyFrameRequestInterval) return false;
        this.#lastAsked = now;
        return true;
    }
}

/**
 * Why a frame of a session is not opened, whatever it holds; null when it may be.
 * @param {ReceiveKey} key
 * @param {bigint} session
 * @param {bigint} counter
 * @param {number} now
 * @returns {OpenDrop | null}
 */
function refusalOf(key, session, counter, now) {
    const state = key.open(session, now);
    if (!state) return 'closedSession';
    return state.window.accepts(counter) ? null : 'replay';
}
