/** @typedef {{ volume: number, isHeard: boolean }} Hearing `volume`: percent, 100 is as it comes */

/** In percent: how loud somebody may be made. */
export const volumes = Object.freeze({ least: 0, most: 200 });
const asItComes = Object.freeze({ volume: 100, isHeard: true });

/**
 * How a person wants to hear others. They learn nothing of it; a wish holds for the call, also when who it is about leaves and
 * comes back.
 */
export class Hearings {
    /** @type {Map<number, Readonly<Hearing>>} */
    #wishes = new Map();

    /**
     * @param {number} userId
     * @returns {Readonly<Hearing>}
     */
    of(userId) { return this.#wishes.get(userId) ?? asItComes; }

    /**
     * What is played of somebody, in percent.
     * @param {number} userId
     */
    percentOf(userId) {
        const { volume, isHeard } = this.of(userId);
        return isHeard ? volume : 0;
    }

    /**
     * A volume beyond what there is counts as the nearest; what is no number changes nothing.
     * @param {number} userId
     * @param {number} volume
     */
    setVolume(userId, volume) {
        if (!Number.isFinite(volume)) return;
        this.#wishes.set(userId, { ...this.of(userId), volume: Math.min(Math.max(Math.round(volume), volumes.least), volumes.most) });
    }

    /**
     * @param {number} userId
     * @param {boolean} isHeard
     */
    setHeard(userId, isHeard) { this.#wishes.set(userId, { ...this.of(userId), isHeard }); }
}
