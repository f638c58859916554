import { heading } from '../../components/heading.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { fragmentOf, home } from '../../state/routes.js';
import { text } from '../../texts/text.js';

/** Those that the navigation leads to. */
const sections = new Set(['add', 'scan', 'link', 'settings']);

/**
 * A page of the right pane; on a phone it fills the screen, and has a way back to its list unless it is one of the sections.
 * @param {string} key
 * @param {import('../../texts/text.js').Words | null} title null: the contents bring one
 * @param {import('../../dom/h.js').Content[]} contents
 */
export function detail(key, title, ...contents) {
    return h('section', { class: 'detail', key },
        h('header', { class: 'detail-head' },
            !sections.has(key) && back(key),
            title && heading(title, { key: 'title' })),
        h('div', { class: 'detail-body' }, ...contents));
}

/** @param {string} key */
function back(key) {
    const isCall = key === 'past-call';
    const label = text(isCall ? 'history.back' : 'contact.back');
    return h('a', { class: 'icon-button detail-back', href: isCall ? fragmentOf({ name: 'calls' }) : home, 'aria-label': label, title: label },
        h('span', { class: 'icon-button-face' }, icon('back')));
}
