/**
 * @typedef {object} SignInState
 * @property {'identify' | 'code'} step
 * @property {string} identifier
 * @property {string} name
 * @property {string} code
 * @property {{ email: boolean, phone: boolean, issuers?: ('google' | 'apple')[] } | null} methods how this server sends codes, and who else vouches for people; null: not known yet
 * @property {boolean} isBusy
 * @property {number} resendAt Unix milliseconds
 * @property {boolean} hasResent
 * @property {import('../../state/state.js').Problem | null} problem
 * @property {import('../../texts/text.js').Words} [notice] why this screen came up, such as having been signed out
 * @property {import('../../texts/text.js').Words} [kept] whose keys this device keeps after the server signed it out
 */

/** @returns {SignInState} */
export const emptySignIn = () => ({
    step: 'identify', identifier: '', name: '', code: '', methods: null, isBusy: false, resendAt: 0, hasResent: false,
    problem: null,
});
