/** @typedef {'incoming' | 'outgoing' | 'waiting'} Ring continues until it ends */
/** @typedef {'joined' | 'left' | 'ended' | 'failed'} Moment what is heard once */
/** @typedef {Ring | Moment} Sound */
/**
 * @typedef {object} Score
 * @property {number} loud of full scale, the highest that the sound gets
 * @property {[frequency: number, begin: number, length: number][]} notes in hertz and seconds, none beside another
 */

/** The loudest sound: −12 dB of full scale. */
export const loudest = 10 ** (-12 / 20);

/** @type {Readonly<Record<Sound, Score>>} */
export const sounds = Object.freeze({
    incoming: { loud: 0.12, notes: [[659, 0, 0.18], [784, 0.18, 0.18], [988, 0.36, 0.18]] },
    outgoing: { loud: 0.04, notes: [[440, 0, 0.9]] },
    waiting: { loud: 0.04, notes: [[587, 0, 0.15], [587, 0.15, 0.15]] },
    // People are speaking: these sounds are much softer.
    joined: { loud: 0.05, notes: [[523, 0, 0.12], [784, 0.12, 0.18]] },
    left: { loud: 0.05, notes: [[698, 0, 0.12], [466, 0.12, 0.18]] },
    ended: { loud: 0.06, notes: [[440, 0, 0.13], [349, 0.13, 0.13], [262, 0.26, 0.22]] },
    failed: { loud: 0.08, notes: [[233, 0, 0.12], [233, 0.18, 0.12], [233, 0.36, 0.2]] },
});

/** @type {Readonly<Record<Ring, number>>} from one beginning to the next, in milliseconds */
export const rounds = Object.freeze({ incoming: 2500, outgoing: 4000, waiting: 4000 });

/** In milliseconds: on, off, on. */
export const vibration = Object.freeze([400, 300, 400]);
