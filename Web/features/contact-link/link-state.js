/**
 * @typedef {object} LinkState
 * @property {'none' | 'making' | 'ready' | 'used' | 'failed' | 'revoking'} status
 * @property {string} link
 * @property {number} expiresAt Unix milliseconds
 * @property {boolean} wasCopied
 * @property {import('../../state/state.js').Problem | null} problem
 */

/**
 * Whether someone can still use the link, as far as is known.
 * @param {Pick<LinkState, 'status' | 'expiresAt'>} link
 * @param {number} now Unix milliseconds
 */
export const isLive = ({ status, expiresAt }, now) => (status === 'ready' || status === 'revoking') && expiresAt > now;

/** @returns {LinkState} */
export const emptyLink = () => ({ status: 'none', link: '', expiresAt: 0, wasCopied: false, problem: null });
