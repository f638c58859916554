/**
 * A token is 43 characters of base62 (wire-protocol 8.3). Links are read by pasted-link.js.
 */
const tokenPattern = /^[A-Za-z0-9]{43}$/;

/** @param {string} typed */
export const isShareToken = (typed) => tokenPattern.test(typed);

/**
 * @param {string} origin
 * @param {string} token
 */
export const shareLink = (origin, token) => `${origin}/share/contact/${token}`;
