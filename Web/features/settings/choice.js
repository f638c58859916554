import { h } from '../../dom/h.js';

/**
 * A setting that is on or off, and its explanation.
 * @param {string} id of the note
 * @param {boolean} isOn
 * @param {import('../../texts/text.js').Words} label
 * @param {import('../../texts/text.js').Words} note
 * @param {(isOn: boolean) => void} set
 */
export const choice = (id, isOn, label, note, set) => h('div', { class: 'device', key: id },
    h('label', { class: 'check' },
        h('input', { type: 'checkbox', checked: isOn, 'aria-describedby': id, onchange: (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).checked) }),
        h('span', null, label)),
    h('p', { class: 'device-note', id }, note));
