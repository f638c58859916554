import { h } from '../dom/h.js';
import { icon } from '../icons.js';
import { spinner } from './spinner.js';

/**
 * @typedef {object} ButtonOptions
 * @property {import('../texts/text.js').Words} label
 * @property {(() => void)} [onclick] none: it submits its form
 * @property {'primary' | 'plain' | 'quiet' | 'danger' | 'good' | 'accent' | 'glass' | 'on'} [tone]
 * @property {import('../icons.js').IconName} [symbol]
 * @property {boolean} [isBusy] shows that it is at work, and takes no second click
 * @property {boolean} [isDisabled]
 * @property {boolean} [isWide]
 * @property {string} [key]
 * @property {string} [description] id of the element that says more
 * @property {(element: HTMLElement) => void} [mounted]
 * @property {boolean} [isExpanded] of a button that opens something: whether that is open
 * @property {string[]} [keys] those of the keyboard that do the same
 * @property {boolean} [isFirst] has the focus when its dialog opens
 */

/** @param {ButtonOptions} options */
export function button({ label, onclick, tone = 'plain', symbol, isBusy, isDisabled, isWide, key, description, mounted, isFirst }) {
    return h('button', {
        key, mounted, autofocus: isFirst, type: onclick ? 'button' : 'submit', class: `button button-${tone}${isWide ? ' button-wide' : ''}`,
        onclick: isBusy ? () => {} : onclick, disabled: isDisabled, 'aria-busy': isBusy ? 'true' : undefined,
        'aria-describedby': description,
    }, isBusy ? spinner() : symbol && icon(symbol), h('span', null, label));
}

/**
 * A round button with an icon; its label is read aloud and shown as a tooltip.
 * @param {Omit<ButtonOptions, 'isWide' | 'mounted'> & { size?: 'small' | 'large', caption?: import('../texts/text.js').Words }} options
 */
export function iconButton({ label, onclick, tone = 'quiet', symbol = 'info', isBusy, isDisabled, key, size = 'small', caption, isExpanded, keys, isFirst, description }) {
    return h('button', {
        key, autofocus: isFirst, type: 'button', class: `icon-button icon-button-${tone} icon-button-${size}`, title: label, 'aria-label': label,
        onclick: isBusy ? () => {} : onclick, disabled: isDisabled, 'aria-busy': isBusy ? 'true' : undefined,
        'aria-describedby': description, 'aria-keyshortcuts': keys?.join(' '), 'aria-expanded': isExpanded === undefined ? undefined : String(isExpanded),
    },
    h('span', { class: 'icon-button-face' }, isBusy ? spinner() : icon(symbol)),
    caption && h('span', { class: 'icon-button-caption', 'aria-hidden': 'true' }, caption));
}
