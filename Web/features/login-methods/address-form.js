import { button } from '../../components/button.js';
import { countryPicker } from '../../components/country-picker.js';
import { field } from '../../components/field.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { codeForm } from '../sign-in/code-form.js';

/** @typedef {import('../settings/settings-state.js').AddressForm} AddressForm */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/** @type {Record<AddressForm['kind'], { label: import('../../texts/text.js').PlainKey, hint: import('../../texts/text.js').PlainKey, input: Record<string, string> }>} */
const kinds = {
    email: { label: 'address.email', hint: 'address.emailHint', input: { type: 'email', autocomplete: 'email', inputmode: 'email' } },
    phone: { label: 'address.phone', hint: 'address.phoneHint', input: { type: 'tel', autocomplete: 'tel', inputmode: 'tel' } },
};

/**
 * An address or number to add to the account, then the code that proves it.
 * @param {AddressForm} form
 * @param {string | null} country of phone numbers without one
 * @param {number} now Unix milliseconds
 * @param {Actions} actions
 */
export function addressForm(form, country, now, actions) {
    return form.step === 'identify' ? identify(form, country, actions) : h('div', { class: 'settings-form', key: 'code' },
        h('p', null, text('address.sent', { address: form.identifier })),
        codeForm(form, now, {
            id: 'address-code', verify: { label: text('address.confirm'), busy: text('address.confirming') }, leave: text('address.other'),
            onType: actions.typeAddressCode, onVerify: actions.verifyAddress, onResend: actions.resendAddressCode, onLeave: actions.leaveAddress,
        }));
}

/**
 * @param {AddressForm} form
 * @param {string | null} country
 * @param {Actions} actions
 */
function identify({ kind, identifier, isBusy, problem }, country, actions) {
    const { label, hint, input } = kinds[kind];
    return h('form', {
        class: 'form settings-form', key: 'identify', novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            actions.askForAddressCode();
        },
    },
    field({
        id: 'address', label: text(label), value: identifier, onType: actions.typeAddress, takesFocus: true,
        hint: text(hint), error: problem?.message ?? null, input: { ...input, dir: 'ltr', autocapitalize: 'none', spellcheck: 'false', maxlength: 254 },
    }),
    kind === 'phone' && countryPicker('address-country', identifier, country, actions.chooseCountry),
    h('div', { class: 'panel-actions' },
        button({ key: 'send', label: text(isBusy ? 'address.sending' : 'address.send'), tone: 'primary', isBusy }),
        button({ key: 'cancel', label: text('settings.cancel'), isDisabled: isBusy, onclick: actions.leaveAddress })));
}
