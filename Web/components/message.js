import { h } from '../dom/h.js';
import { icon } from '../icons.js';
import { drawing } from './drawing.js';

/**
 * An inline message, which screen readers announce when it appears.
 * @param {'plain' | 'good' | 'bad'} tone
 * @param {import('../texts/text.js').Words} text
 * @param {import('../dom/h.js').VNode | null} [action]
 */
export function message(tone, text, action = null) {
    const symbol = tone === 'good' ? 'check' : tone === 'bad' ? 'alert' : 'info';
    return h('div', { class: `message message-${tone}`, role: tone === 'bad' ? 'alert' : 'status' },
        icon(symbol), h('p', { class: 'message-text' }, text), action);
}

/**
 * The placeholder of an empty list.
 * @param {object} options
 * @param {import('../icons.js').IconName} [options.symbol]
 * @param {import('./drawing.js').DrawingName} [options.drawing] in its place, where a whole list is empty
 * @param {import('../texts/text.js').Words} [options.title]
 * @param {import('../texts/text.js').Words} [options.text]
 * @param {(import('../dom/h.js').VNode | false | null)[]} [options.actions]
 */
export function empty({ symbol = 'info', drawing: picture, title, text, actions = [] }) {
    return h('div', { class: 'empty' },
        picture ? drawing(picture) : h('span', { class: 'empty-symbol' }, icon(symbol)),
        title && h('p', { class: 'empty-title' }, title),
        text && h('p', { class: 'empty-text' }, text),
        h('div', { class: 'empty-actions' }, actions));
}
