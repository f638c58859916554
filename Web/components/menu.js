import { h } from '../dom/h.js';
import { icon } from '../icons.js';
import { spinner } from './spinner.js';

/** @typedef {{ key: string, label: import('../texts/text.js').Words, symbol: import('../icons.js').IconName, onclick: () => void, isDisabled?: boolean, isDangerous?: boolean }} MenuItem */

/**
 * A button with three dots, and the menu that it opens. The browser closes the menu on Escape or a click outside, and gives the focus back.
 * @param {string} id
 * @param {import('../texts/text.js').Words} label
 * @param {(MenuItem | false)[]} items
 * @param {boolean} [isBusy] one of them is at work
 * @param {import('../dom/h.js').Content} [lead] what stands above them
 */
export function menu(id, label, items, isBusy = false, lead = null) {
    return h('div', { class: 'menu', key: id },
        h('button', { type: 'button', class: 'icon-button menu-button', popovertarget: id, title: label, 'aria-label': label, 'aria-busy': isBusy ? 'true' : undefined }, h('span', { class: 'icon-button-face' }, isBusy ? spinner() : icon('more'))),
        h('div', { class: 'menu-items', id, popover: 'auto', role: 'group', 'aria-label': label }, lead, items.map((item) => item && entry(id, item))));
}

/**
 * @param {string} id
 * @param {MenuItem} item
 */
function entry(id, { key, label, symbol, onclick, isDisabled, isDangerous }) {
    return h('button', {
        key, type: 'button', class: isDangerous ? 'menu-item menu-item-danger' : 'menu-item', disabled: isDisabled,
        onclick: () => {
            // Closed first, so that a dialog returns the focus to an element that is still visible.
            const opened = /** @type {(HTMLElement & { hidePopover(): void }) | null} */ (document.getElementById(id));
            opened?.hidePopover();
            onclick();
        },
    }, icon(symbol), h('span', null, label));
}
