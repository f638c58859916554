/**
 * A one-time code and the address it was sent to, as a person enters it.
 * @typedef {object} CodeEntry
 * @property {string} identifier
 * @property {string} code
 * @property {boolean} isBusy
 * @property {number} resendAt Unix milliseconds
 * @property {boolean} hasResent
 * @property {import('../../state/state.js').Problem | null} problem
 */
/**
 * @typedef {object} Steps
 * @property {'identify' | 'code'} step
 * @property {{ email: boolean, phone: boolean, issuers?: ('google' | 'apple')[] } | null} methods how this server sends codes, and the
 *     issuers that vouch for people; null: not known yet
 * @property {import('../../texts/text.js').Words} [notice] why this screen came up, such as having been signed out
 * @property {import('../../texts/text.js').Words} [kept] whose keys this device keeps after the server signed it out
 */
/** @typedef {CodeEntry & Steps} SignInState */

/** @returns {SignInState} */
export const emptySignIn = () => ({
    step: 'identify', identifier: '', code: '', methods: null, isBusy: false, resendAt: 0, hasResent: false,
    problem: null,
});
