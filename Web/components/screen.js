import { h } from '../dom/h.js';
import { icon } from '../icons.js';
import { text } from '../texts/text.js';

/** The name of the system with its sign. */
export const brand = () => h('p', { class: 'brand' }, h('span', { class: 'brand-sign' }, icon('answer')), text('common.brand'));

/**
 * A card in the middle of an otherwise empty page.
 * @param {string} key
 * @param {import('../dom/h.js').Content[]} contents
 */
export function card(key, ...contents) {
    return h('main', { class: 'solo', key }, brand(), h('div', { class: 'solo-card' }, ...contents),
        h('p', { class: 'solo-foot' }, text('common.foot')));
}
