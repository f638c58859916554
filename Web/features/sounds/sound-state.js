/**
 * What the person wants to hear.
 * @typedef {object} SoundState
 * @property {boolean} rings calls that come in ring, and vibrate
 * @property {boolean} inCalls ringing at the others, who joins and leaves, and the end are heard
 */

/** @returns {SoundState} */
export const allSounds = () => ({ rings: true, inCalls: true });
