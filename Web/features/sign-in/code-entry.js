/**
 * A one-time code and where it went, as a person enters it.
 * @typedef {object} CodeEntry
 * @property {string} identifier
 * @property {string} code
 * @property {boolean} isBusy
 * @property {number} resendAt Unix milliseconds
 * @property {boolean} hasResent
 * @property {import('../../state/state.js').Problem | null} problem
 */

export {};
