/** @typedef {import('../../media/audio-outputs.js').AudioOutput} AudioOutput */
/**
 * @typedef {object} OutputState
 * @property {boolean} canChoose whether the browser lets a page choose
 * @property {boolean} canAsk whether the browser has a dialog of its own for it
 * @property {AudioOutput[]} found what there is to choose from, the system's own choice not among it
 * @property {AudioOutput | null} chosen may be absent now; null: the system's default
 * @property {string} inUse its id; empty: as the system has it
 */

/** @returns {OutputState} */
export const emptyOutputs = () => ({ canChoose: false, canAsk: false, found: [], chosen: null, inUse: '' });
