import { h } from '../dom/h.js';
import { drawing } from './drawing.js';
import { icon } from '../icons.js';
import { text } from '../texts/text.js';

export const brand = () => h('p', { class: 'brand' }, h('span', { class: 'brand-sign' }, icon('answer')), text('common.brand'));

/**
 * A card in the middle of an otherwise empty page.
 * @param {string} key
 * @param {import('../dom/h.js').Content[]} contents
 */
export const card = (key, ...contents) => h('main', { class: 'solo solo-said', key }, brand(), h('div', { class: 'solo-card' }, ...contents));

/**
 * A form of the sign-in, below the introduction, or beside it in a wide window.
 * @param {string} key
 * @param {import('../dom/h.js').Content[]} contents
 */
export const entrance = (key, ...contents) => h('main', { class: 'solo entrance', key },
    h('div', { class: 'promise' }, brand(), drawing('call'), h('p', { class: 'promise-words' }, text('common.promise'))),
    h('div', { class: 'solo-card' }, ...contents));
