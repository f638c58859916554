import { heading } from './heading.js';
import { h } from '../dom/h.js';
import { icon } from '../icons.js';
import { fragmentOf, home } from '../state/routes.js';
import { text } from '../texts/text.js';

/** The pages that the navigation leads to. */
const sections = new Set(['add', 'scan', 'link', 'settings']);

/**
 * A page of the right pane. On a phone it fills the screen, and has a way back to its list unless it is one of the sections.
 * @param {string} key
 * @param {import('../texts/text.js').Words | null} title null: the contents bring one
 * @param {import('../dom/h.js').Content[]} contents
 */
export const detail = (key, title, ...contents) => detailWith(key, title, null, ...contents);

/**
 * The same with rarely used actions behind "…".
 * @param {string} key
 * @param {import('../texts/text.js').Words | null} title null: the contents bring one
 * @param {import('../dom/h.js').VNode | false | null} more
 * @param {import('../dom/h.js').Content[]} contents
 */
export function detailWith(key, title, more, ...contents) {
    const isSection = sections.has(key);
    return h('section', { class: isSection ? 'detail detail-section' : 'detail', key },
        h('header', { class: 'detail-head' },
            !isSection && back(key),
            title && heading(title, { key: 'title' }),
            more && h('div', { class: 'pane-head-end', key: 'more' }, more)),
        h('div', { class: 'detail-body' }, ...contents));
}

/** @param {string} key */
function back(key) {
    // One level up, also in a wide window.
    if (key === 'personal-link') return backTo(fragmentOf({ name: 'link' }), text('personalLink.back'), 'detail-up');
    const isCall = key === 'past-call';
    const label = text(isCall ? 'history.back' : 'contact.back');
    return backTo(isCall ? fragmentOf({ name: 'calls' }) : home, label);
}

/**
 * @param {string} href
 * @param {import('../texts/text.js').Words} label
 * @param {'detail-back' | 'detail-up'} [kind]
 */
export const backTo = (href, label, kind = 'detail-back') => h('a', { class: `icon-button ${kind}`, href, 'aria-label': label, title: label },
    h('span', { class: 'icon-button-face' }, icon('back')));
