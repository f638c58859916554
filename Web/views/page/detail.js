import { heading } from '../../components/heading.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { home } from '../../state/routes.js';
import { text } from '../../texts/text.js';

const sections = new Set(['link', 'settings']);

/**
 * A page of the right pane; on a phone it fills the screen, and has a way back unless it is one of the sections.
 * @param {string} key
 * @param {import('../../texts/text.js').Words | null} title null: the contents bring one
 * @param {import('../../dom/h.js').Content[]} contents
 */
export function detail(key, title, ...contents) {
    return h('section', { class: 'detail', key },
        h('header', { class: 'detail-head' },
            !sections.has(key) && h('a', { class: 'icon-button detail-back', href: home, 'aria-label': text('contact.back'), title: text('contact.back') },
                h('span', { class: 'icon-button-face' }, icon('back'))),
            title && heading(title, { key: 'title' })),
        h('div', { class: 'detail-body' }, ...contents));
}
