import { SenderTrackSealer } from '../frames/sender-track-sealer.js';
import { SFrameKey } from '../frames/sframe-key.js';

/** Tries to begin with a key that changes again meanwhile. */
const mostTries = 4;

/** Seals one layer of a track with whatever key the keyring says; each run has a sealer of its own. */
export class SenderEncryptor {
    #keyring;
    #track;
    #codec;
    #layer;
    /** @type {SenderTrackSealer | null} */
    #sealer = null;
    /** A frame was dropped since the last one that was sealed, or none was sealed yet. */
    #waitsForKeyFrame = true;

    /**
     * @param {import('./sender-keyring.js').SenderKeyring} keyring
     * @param {string} track
     * @param {import('../frames/frame-layout.js').FrameCodec} codec
     * @param {number} [layer]
     */
    constructor(keyring, track, codec, layer = 0) {
        this.#keyring = keyring;
        this.#track = track;
        this.#codec = codec;
        this.#layer = layer;
        keyring.publish(this, track, layer);
    }

    /**
     * Called for one frame after the other.
     * @param {Uint8Array} frame
     * @returns {Promise<import('../frames/sender-track-sealer.js').SealOutcome>}
     */
    async seal(frame) {
        for (let tries = 0; tries < mostTries; tries += 1) {
            const sealing = this.#keyring.sealing(this, this.#track, this.#layer, this.#sealer?.keyID ?? null);
            if (!sealing) break;
            if (this.#sealer?.keyID === sealing.keyID) {
                // Nothing is awaited between the check and the start of sealing.
                const outcome = await this.#sealer.seal(frame);
                this.#waitsForKeyFrame = !('sealed' in outcome);
                return outcome;
            }
            const baseKey = await this.#keyring.baseKey(sealing.key, this.#track);
            this.#sealer = new SenderTrackSealer(this.#codec, await SFrameKey.derive(baseKey, sealing.keyID), this.#waitsForKeyFrame);
        }
        // The next sealed frame is in another run and starts with a key frame.
        this.#sealer = null;
        this.#waitsForKeyFrame = true;
        return { dropped: 'noKey', needsKeyFrame: false };
    }

    /** Notes that a frame was dropped before it came here. */
    lost() {
        this.#waitsForKeyFrame = true;
        this.#sealer?.lost();
    }
}
