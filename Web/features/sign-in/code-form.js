import { button } from '../../components/button.js';
import { field } from '../../components/field.js';
import { clockText } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';

/** @typedef {import('../../texts/text.js').Words} Words */
/**
 * @typedef {object} CodeOptions
 * @property {string} id of the field
 * @property {{ label: Words, busy: Words }} verify the button, and while it is at work
 * @property {Words} leave the way back to the address
 * @property {(code: string) => void} onType
 * @property {() => void} onVerify
 * @property {() => void} onResend
 * @property {() => void} onLeave
 */

/**
 * The field of a one-time code, which is submitted with its last digit, and the ways to get another code.
 * @param {import('./sign-in-state.js').CodeEntry} entry
 * @param {number} now Unix milliseconds
 * @param {CodeOptions} options
 */
export function codeForm({ code, isBusy, resendAt, hasResent, problem }, now, { id, verify, leave, onType, onVerify, onResend, onLeave }) {
    const wait = resendAt - now;
    return h('form', {
        class: 'form', novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            onVerify();
        },
    },
    field({
        id, label: text('code.label'), value: code, onType, takesFocus: true,
        hint: hasResent ? text('code.resent') : '', error: problem?.message ?? null,
        input: { class: 'field-input field-input-code', dir: 'ltr', autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 1000 },
    }),
    button({ label: isBusy ? verify.busy : verify.label, tone: 'primary', isBusy, isWide: true }),
    h('div', { class: 'form-more' },
        button({
            label: wait > 0 ? text('code.resendIn', { time: clockText(wait + 999) }) : text('code.resend'), tone: 'quiet', isDisabled: wait > 0 || isBusy,
            onclick: () => {
                onResend();
                // The focus waits there for the code, because the button cannot be pressed again soon.
                document.getElementById(id)?.focus();
            },
        }),
        button({ label: leave, tone: 'quiet', onclick: onLeave, isDisabled: isBusy })));
}
