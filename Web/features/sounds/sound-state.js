/**
 * @typedef {object} SoundState
 * @property {boolean} rings calls that come in ring, and vibrate
 * @property {boolean} inCalls the outgoing ring, people who join and leave, and the end make a sound
 */

/** @returns {SoundState} */
export const allSounds = () => ({ rings: true, inCalls: true });
