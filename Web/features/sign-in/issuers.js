import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { issuerName } from '../../session/page-sign-in.js';
import { text } from '../../texts/text.js';

/** @typedef {import('./sign-in-state.js').SignInState} SignInState */

/**
 * Whether codes are sent at all; true while that is unknown.
 * @param {SignInState['methods']} methods
 */
export const sendsCodes = (methods) => !methods || methods.email || methods.phone || !methods.issuers?.length;

/**
 * The issuers that one can sign in with: each is one click, by which the browser leaves the page.
 * @param {SignInState} signIn
 * @param {import('../../state/actions.js').Actions} actions
 */
export function issuersView({ methods, isBusy }, actions) {
    const issuers = methods?.issuers ?? [];
    if (issuers.length === 0) return null;
    return h('div', { class: 'form form-issuers', key: 'issuers' },
        sendsCodes(methods) && h('p', { class: 'form-or' }, text('signIn.or')),
        issuers.map((issuer) => button({
            key: issuer, label: text('signIn.issuer', { issuer: issuerName(issuer) }), onclick: () => actions.continueWith(issuer), isDisabled: isBusy, isWide: true,
        })));
}
