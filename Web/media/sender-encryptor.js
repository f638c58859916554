import { SenderTrackSealer } from '../frames/sender-track-sealer.js';
import { SFrameKey } from '../frames/sframe-key.js';

/** The most attempts to start with a key if keys keep changing meanwhile. */
const mostTries = 4;

/** Seals one layer of a track with the current key of the keyring; each run has its own sealer. */
export class SenderEncryptor {
    #keyring;
    #track;
    #codec;
    #layer;
    /** @type {SenderTrackSealer | null} */
    #sealer = null;
    /** Whether a frame was dropped since the last sealed one, or none was sealed yet. */
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
     * Called for one frame at a time.
     * @param {Uint8Array} frame
     * @returns {Promise<import('../frames/sender-track-sealer.js').SealOutcome>}
     */
    async seal(frame) {
        for (let tries = 0; tries < mostTries; tries += 1) {
            const sealing = this.#keyring.sealing(this, this.#track, this.#layer, this.#sealer?.keyID ?? null);
            if (!sealing) break;
            if (this.#sealer?.keyID === sealing.keyID) {
                // There is no await between the check and the start of sealing.
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

    /** Records that a frame was dropped before it got here. */
    lost() {
        this.#waitsForKeyFrame = true;
        this.#sealer?.lost();
    }
}
