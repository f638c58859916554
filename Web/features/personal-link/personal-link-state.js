import { usualLimits } from './personal-link.js';

/** @typedef {'make' | 'change' | 'renew' | 'remove'} PersonalLinkWork */
/**
 * @typedef {object} PersonalLinkState
 * @property {import('./personal-link.js').PersonalLink | 'off' | null} value as the server has said last; null: not known yet
 * @property {boolean} isLoading
 * @property {import('./personal-link.js').LinkLimits} choice what the form shows
 * @property {boolean} isChanging the form is open for a link that is on
 * @property {PersonalLinkWork | null} work what is under way
 * @property {boolean} wasCopied
 * @property {PersonalLinkWork | 'load' | null} failed what the problem is of
 * @property {import('../../state/state.js').Problem | null} problem
 */

/** @returns {PersonalLinkState} */
export const emptyPersonalLink = () => ({
    value: null, isLoading: false, choice: { ...usualLimits }, isChanging: false, work: null, wasCopied: false, failed: null, problem: null,
});
