import { h } from '../dom/h.js';
import { icon } from '../icons.js';

/**
 * @typedef {object} FieldOptions
 * @property {string} id
 * @property {import('../texts/text.js').Words} label
 * @property {string} value
 * @property {(value: string) => void} onType
 * @property {import('../texts/text.js').Words} [hint]
 * @property {import('../texts/text.js').Words | null} [error] takes the place of the hint
 * @property {Record<string, unknown>} [input] further attributes of the input
 * @property {number} [rows] lines of a text that may be long; else it is one line
 * @property {boolean} [takesFocus] when it appears
 */

/**
 * A labelled text field. Hint and error share one line that is always present, so that nothing moves.
 * @param {FieldOptions} options
 */
export function field({ id, label, value, onType, hint = '', error = null, input = {}, rows, takesFocus = false }) {
    return h('div', { class: 'field' },
        h('label', { class: 'field-label', for: id }, label),
        h(rows === undefined ? 'input' : 'textarea', {
            class: 'field-input', id, value, dir: 'auto', ...(rows === undefined ? { type: 'text' } : { rows }), ...input,
            oninput: (/** @type {Event} */ event) => onType(/** @type {HTMLInputElement | HTMLTextAreaElement} */ (event.target).value),
            'aria-invalid': error ? 'true' : undefined, 'aria-describedby': `${id}-note`,
            mounted: takesFocus ? (/** @type {HTMLElement} */ element) => element.focus() : undefined,
        }),
        h('p', { class: error ? 'field-note field-error' : 'field-note', id: `${id}-note`, role: 'status' },
            error ? [icon('alert'), h('span', null, error)] : hint));
}
