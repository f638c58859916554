import { stageOf } from './personal-link.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';

/** @typedef {import('./personal-link-state.js').PersonalLinkState['value']} Value */

/**
 * A row that opens the link for several people: its name, and its state if it is on.
 * @param {Value} value
 * @param {number} now Unix milliseconds
 */
export const personalLinkRow = (value, now) => h('ul', { class: 'rows settings-rows', key: 'personal' }, h('li', { class: 'row' },
    h('a', { class: 'row-main', href: fragmentOf({ name: 'personalLink' }) },
        h('span', { class: 'settings-symbol' }, icon('people')),
        h('span', { class: 'row-text' }, h('span', { class: 'row-title' }, text('personalLink.title')), h('span', { class: 'row-note' }, noteOf(value, now))),
        h('span', { class: 'settings-onward' }, icon('onward')))));

/**
 * @param {Value} value
 * @param {number} now Unix milliseconds
 */
function noteOf(value, now) {
    if (value === null || value === 'off') return text('personalLink.lead');
    return stageOf(value, now) === 'live' ? askedBy(value) : text('personalLink.hasEnded');
}

/** @param {import('./personal-link.js').PersonalLink} link */
export const askedBy = ({ usedCount, maxUses }) => text('personalLink.asked', { used: usedCount, count: maxUses });
