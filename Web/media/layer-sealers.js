/** The most layers of a track (e2ee 8): they are numbered in two bits. */
const most = 4;
/** Between two requests for a key frame of one layer, in milliseconds. */
const pause = 100;

/** @typedef {import('./sender-encryptor.js').SenderEncryptor} SenderEncryptor */

/**
 * The sealers of a track's layers, one for each source of frames. With a single sealer, a receiver of one layer would see gaps in the
 * counter where frames of another layer were sealed. Layers are numbered in order of appearance.
 */
export class LayerSealers {
    /** @type {Map<number | null, { encryptor: SenderEncryptor, askedAt: number }>} */
    #layers = new Map();
    #make;

    /** @param {(layer: number) => SenderEncryptor} make */
    constructor(make) {
        this.#make = make;
        // When its track is published, not when its first frame arrives: the previous publisher must stop sealing.
        this.#first = make(0);
    }

    /** @type {SenderEncryptor | null} of the source that comes first */
    #first;

    /**
     * The sealer of a source, which the browser names by its SSRC; null if there are more than a track can have.
     * @param {number | null} source
     */
    of(source) {
        const known = this.#layers.get(source);
        if (known) return known.encryptor;
        if (this.#layers.size >= most) return null;
        const encryptor = this.#first ?? this.#make(this.#layers.size);
        this.#first = null;
        this.#layers.set(source, { encryptor, askedAt: -Infinity });
        return encryptor;
    }

    /**
     * Whether to request a key frame of a layer now.
     * @param {number | null} source
     * @param {number} now
     */
    mayAsk(source, now) {
        const layer = this.#layers.get(source);
        if (!layer || now < layer.askedAt + pause) return false;
        layer.askedAt = now;
        return true;
    }

    /** Records that a frame of any layer was dropped before it reached its sealer. */
    lost() { for (const { encryptor } of this.#layers.values()) encryptor.lost(); }
}
