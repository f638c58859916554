import { momentOf, neverHeard, ringOf } from './sound-rules.js';

/** @typedef {import('./sound-rules.js').Sounding} Sounding */

/** Plays the sounds of calls, according to the page's state and the person's choices. */
export class CallSounds {
    #player;
    #clock;
    #last = neverHeard();
    /** @type {Sounding | null} */
    #before = null;

    /**
     * @param {Pick<import('../../sounds/sound-player.js').SoundPlayer, 'ring' | 'once'>} player
     * @param {Pick<import('../../media/clock.js').Clock, 'date'>} clock
     */
    constructor(player, clock) {
        this.#player = player;
        this.#clock = clock;
    }

    /** @param {Sounding} state as it is now */
    update({ call, waiting, sounds }) {
        const [before, after, now] = [this.#before, { call, waiting, sounds }, this.#clock.date()];
        this.#before = after;
        this.#player.ring(ringOf(after));
        const moment = before && momentOf(before, after, this.#last, now);
        if (!moment) return;
        if (moment === 'joined' || moment === 'left') this.#last = { ...this.#last, [moment]: now };
        this.#player.once(moment);
    }
}
