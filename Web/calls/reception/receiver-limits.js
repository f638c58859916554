/** Who can take less than this, in bits a second, is not followed: the others would see nothing any more for their sake. */
const lowest = 100_000;
/** Until a receiver has said anything; lines that carry this are found to carry more. */
const first = 350_000;
/** From here on nothing is limited. */
const highest = 4_000_000;

/** What may be sent to the receivers of the own video, by what they have reported. The twin of the one in Swift. */
export class ReceiverLimits {
    /** @type {Map<string, number>} */
    #limits = new Map();
    #isHeard = false;
    #allowed = first;

    /**
     * @param {import('../../keys/channels/reception-report.js').ReceptionReport} report
     * @param {string} receiver
     */
    take({ bitrate, layer }, receiver) {
        // Without a layer it does not look at the video.
        if (layer === null) return this.forget(receiver);
        this.#isHeard = true;
        if (bitrate > 0) this.#limits.set(receiver, Math.max(lowest, bitrate * 1000));
        else this.#limits.delete(receiver);
        this.#allowed = Math.min(this.#allowed, ...this.#limits.values());
        return undefined;
    }

    /** @param {string} receiver */
    forget(receiver) { this.#limits.delete(receiver); }

    /** What may be sent now, in bits a second; null for anything. */
    get limit() { return this.#allowed < highest ? this.#allowed : null; }

    /**
     * Half a second has passed: more may be sent, but only by and by, so that a line that does not carry it can say so while its
     * queue is short.
     */
    tick() {
        if (this.#isHeard) this.#allowed = Math.min(Math.floor((this.#allowed * 107) / 100), ...this.#limits.values(), highest);
    }
}
