/**
 * @typedef {object} LinkState
 * @property {'none' | 'making' | 'ready' | 'used' | 'failed' | 'revoking'} status
 * @property {string} link
 * @property {number} expiresAt Unix milliseconds
 * @property {boolean} wasCopied
 * @property {import('../../state/state.js').Problem | null} problem
 */

/** @returns {LinkState} */
export const emptyLink = () => ({ status: 'none', link: '', expiresAt: 0, wasCopied: false, problem: null });
