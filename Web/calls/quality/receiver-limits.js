import { leastOfPicture } from './line-pictures.js';
import { layers, startLayer } from '../room/layers.js';
import { unheardScreenRate } from '../room/screen-sender.js';

/**
 * Receivers whose connection carries less than this, in bits a second, are ignored: otherwise the others would see nothing because of them.
 */
const lowest = leastOfPicture;
/** The assumed capacity until a receiver has reported; if a connection carries this, more is probed. */
const first = 350_000;
/**
 * A shared screen gets three quarters of a receiver's capacity, and at least a usable minimum; beside it, each layer of the camera is
 * limited to this, in bits a second.
 */
const screenShare = 3 / 4;
const leastOfScreen = 120_000;
const besideScreen = 250_000;

/**
 * The layers to send to the receivers of this device's video, and the bitrate of each, according to their reports. A receiver that hasn't
 * reported counts as requesting the initial layer.
 */
export class ReceiverLimits {
    /** @type {Map<string, { layer: number | null, limit: number }>} */
    #wants = new Map();
    #allowed = layers.map(() => first);
    /** @type {Set<string>} */
    #receivers = new Set();
    #screen = unheardScreenRate;
    isSharing = false;

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

    get plan() {
        const wanted = this.#wanted;
        const most = this.isSharing ? Math.max(lowest, Math.min(besideScreen, this.#limit * (1 - screenShare))) : Infinity;
        return layers.map(({ bitrate }, layer) => (wanted.has(layer) ? Math.min(this.#allowed[layer], bitrate, most) : null));
    }

    /** The bitrate at which a screen may be sent now, in bits a second. */
    get screen() { return Math.floor(this.#screen); }

    /** The bitrate that the worst connection carries, in bits a second. */
    get #limit() { return Math.min(...[...this.#wants.values()].map(({ limit }) => limit), Infinity); }
    get #screenLimit() { return Math.max(leastOfScreen, Math.min(unheardScreenRate, this.#limit * screenShare)); }

    get #wanted() {
        const start = startLayer(this.#receivers.size);
        /** @type {Set<number | null>} */
        const wanted = new Set([...this.#receivers].map((receiver) => (this.#wants.has(receiver) ? this.#wants.get(receiver)?.layer ?? null : start)));
        // No receiver is there yet: the first one gets a picture at once.
        return this.#receivers.size === 0 ? new Set([start]) : wanted;
    }

    /** @param {number} layer in bits a second */
    #limitOf(layer) { return Math.min(...[...this.#wants.values()].filter((one) => one.layer === layer).map(({ limit }) => limit), Infinity); }

    #restrain() {
        this.#screen = Math.min(this.#screen, this.#screenLimit);
        this.#allowed = this.#allowed.map((allowed, layer) => Math.min(allowed, this.#limitOf(layer)));
    }

    /**
     * Half a second has passed: more may be sent, but only gradually, so that an overloaded connection can report it while its queue is
     * short. A layer that no one requests starts over.
     */
    tick() {
        this.#screen = Math.min((this.#screen * 107) / 100, this.#screenLimit);
        const wanted = this.#wanted;
        const heard = new Set([...this.#wants.values()].map(({ layer }) => layer));
        this.#allowed = this.#allowed.map((allowed, layer) => {
            if (!wanted.has(layer)) return first;
            return heard.has(layer) ? Math.min(Math.floor((allowed * 107) / 100), layers[layer].bitrate, this.#limitOf(layer)) : allowed;
        });
    }
}
