/** @typedef {import('../../media/audio-outputs.js').AudioOutput} AudioOutput */
/**
 * Where calls are heard.
 * @typedef {object} OutputState
 * @property {boolean} canChoose whether the browser lets a page choose
 * @property {boolean} canAsk whether the browser has a dialog of its own for it
 * @property {AudioOutput[]} found what there is to choose from, the system's own choice not among it
 * @property {AudioOutput | null} chosen which may not be there now; null: as the system has it
 * @property {string} inUse its id; empty: as the system has it
 */

/** @returns {OutputState} */
export const emptyOutputs = () => ({ canChoose: false, canAsk: false, found: [], chosen: null, inUse: '' });
