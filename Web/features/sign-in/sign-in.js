import { button } from '../../components/button.js';
import { countryPicker } from '../../components/country-picker.js';
import { field } from '../../components/field.js';
import { heading } from '../../components/heading.js';
import { message } from '../../components/message.js';
import { entrance } from '../../components/screen.js';
import { h } from '../../dom/h.js';
import { languageMenu } from '../language/language-menu.js';
import { linkCard } from '../opened-link/link-card.js';
import { text } from '../../texts/text.js';
import { codeForm } from './code-form.js';
import { issuersView, sendsCodes } from './issuers.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/** @param {() => void} action */
const submit = (action) => (/** @type {Event} */ event) => {
    event.preventDefault();
    action();
};

/**
 * @param {State} state
 * @param {Actions} actions
 */
export function signInView(state, actions) {
    return state.signIn.step === 'identify' ? identify(state, actions) : code(state, actions);
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function identify({ signIn, opened, language, country }, actions) {
    const { problem, methods, isBusy } = signIn;
    const [label, autocomplete, inputmode] = identifierField(methods);
    return entrance('identify',
        heading(text('signIn.title'), { key: 'title', takesFocus: false }),
        linkCard(opened),
        signIn.notice && message('plain', signIn.notice),
        signIn.kept && keptKeys(signIn.kept, isBusy, actions),
        sendsCodes(methods) && h('form', { class: 'form', novalidate: true, onsubmit: submit(actions.askForCode) },
            field({
                id: 'identifier', label, value: signIn.identifier, onType: actions.typeIdentifier, takesFocus: true,
                hint: text('signIn.hint'), error: problem?.message ?? null,
                input: { dir: 'ltr', autocomplete, inputmode, autocapitalize: 'none', spellcheck: 'false', maxlength: 254, required: true },
            }),
            countryPicker('identifier-country', signIn.identifier, country, actions.chooseCountry),
            button({ label: text(isBusy ? 'signIn.sending' : 'signIn.send'), tone: 'primary', isBusy, isWide: true })),
        issuersView(signIn, actions),
        languageMenu(language, actions));
}

/**
 * @param {import('../../texts/text.js').Words} kept
 * @param {boolean} isBusy
 * @param {Actions} actions
 */
function keptKeys(kept, isBusy, actions) {
    return h('div', { class: 'form-more', key: 'kept' },
        h('p', { class: 'muted' }, text('signIn.kept', { account: kept })),
        button({ label: text('signIn.forget'), tone: 'quiet', isDisabled: isBusy, onclick: () => actions.ask({ kind: 'forget', isBusy: false }) }));
}

/**
 * @param {State['signIn']['methods']} methods
 * @returns {[label: import('../../texts/text.js').Words, autocomplete: string, inputmode: string]}
 */
function identifierField(methods) {
    if (methods && !methods.phone) return [text('signIn.email'), 'email', 'email'];
    if (methods && !methods.email) return [text('signIn.phone'), 'tel', 'tel'];
    return [text('signIn.identifier'), 'email', 'email'];
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function code({ signIn, opened, now, language }, actions) {
    return entrance('code',
        heading(text('code.title'), { key: 'title', takesFocus: false }),
        linkCard(opened),
        h('p', { class: 'lead' }, text('code.lead', { address: signIn.identifier })),
        codeForm(signIn, now, {
            id: 'code', verify: { label: text('code.verify'), busy: text('code.verifying') }, leave: text('code.otherAddress'),
            onType: actions.typeCode, onVerify: actions.verifyCode, onResend: actions.resendCode, onLeave: actions.changeIdentifier,
        }),
        languageMenu(language, actions));
}
