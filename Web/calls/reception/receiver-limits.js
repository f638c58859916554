import { leastOfPicture } from './line-pictures.js';
import { layers, startLayer } from '../room/layers.js';

/** Who can take less than this, in bits a second, is not followed: the others would see nothing any more for their sake. */
const lowest = leastOfPicture;
/** Until a receiver has said anything; lines that carry this are found to carry more. */
const first = 350_000;

/**
 * Which layers are to be sent to the receivers of the own video, and how many bits a second of each, by what they have
 * reported. Who has reported nothing counts as wanting the layer that is sent at first.
 */
export class ReceiverLimits {
    /** @type {Map<string, { layer: number | null, limit: number }>} */
    #wants = new Map();
    #allowed = layers.map(() => first);
    /** @type {Set<string>} */
    #receivers = new Set();

    /** @param {Set<string>} receivers the devices that are in the call beside this one */
    are(receivers) {
        this.#receivers = receivers;
        for (const receiver of [...this.#wants.keys()]) if (!receivers.has(receiver)) this.#wants.delete(receiver);
    }

    /**
     * @param {import('../../keys/channels/reception-report.js').ReceptionReport} report
     * @param {string} receiver
     */
    take({ bitrate, layer }, receiver) {
        const limit = bitrate > 0 ? Math.max(lowest, bitrate * 1000) : Infinity;
        this.#wants.set(receiver, { layer: layer === null ? null : Math.min(layer, layers.length - 1), limit });
        this.#restrain();
    }

    /** What may be sent now. */
    get plan() {
        const wanted = this.#wanted;
        return layers.map(({ bitrate }, layer) => (wanted.has(layer) ? Math.min(this.#allowed[layer], bitrate) : null));
    }

    get #wanted() {
        const start = startLayer(this.#receivers.size);
        /** @type {Set<number | null>} */
        const wanted = new Set([...this.#receivers].map((receiver) => (this.#wants.has(receiver) ? this.#wants.get(receiver)?.layer ?? null : start)));
        // Nobody is there yet: who comes sees something at once.
        return this.#receivers.size === 0 ? new Set([start]) : wanted;
    }

    /** @param {number} layer in bits a second */
    #limitOf(layer) { return Math.min(...[...this.#wants.values()].filter((one) => one.layer === layer).map(({ limit }) => limit), Infinity); }

    #restrain() { this.#allowed = this.#allowed.map((allowed, layer) => Math.min(allowed, this.#limitOf(layer))); }

    /**
     * Half a second has passed: more may be sent, but only by and by, so that a line that does not carry it can say so while its
     * queue is short. A layer that nobody wants begins anew.
     */
    tick() {
        const wanted = this.#wanted;
        const heard = new Set([...this.#wants.values()].map(({ layer }) => layer));
        this.#allowed = this.#allowed.map((allowed, layer) => {
            if (!wanted.has(layer)) return first;
            return heard.has(layer) ? Math.min(Math.floor((allowed * 107) / 100), layers[layer].bitrate, this.#limitOf(layer)) : allowed;
        });
    }
}
