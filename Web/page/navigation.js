import { h } from '../dom/h.js';
import { icon } from '../icons.js';
import { missedCount } from '../features/history/history-state.js';
import { fragmentOf } from '../state/routes.js';
import { text } from '../texts/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/state.js').Route['name']} RouteName */

/**
 * The four sections of the main screen, each with the routes that belong to it.
 * @type {[name: 'calls' | 'contacts' | 'add' | 'settings', label: import('../texts/text.js').PlainKey, symbol: import('../icons.js').IconName, routes: RouteName[]][]}
 */
const sections = [
    ['calls', 'history.title', 'phone', ['calls', 'pastCall']],
    ['contacts', 'contacts.title', 'people', ['contacts', 'contact', 'requests', 'call']],
    ['add', 'main.add', 'addPerson', ['add', 'scan', 'link', 'personalLink']],
    ['settings', 'settings.title', 'settings', ['settings']],
];

/** @param {State} state */
export function navigation(state) {
    return h('nav', { class: 'nav', 'aria-label': text('main.sections') },
        sections.map(([name, label, symbol, routes]) => item(name, text(label), symbol, routes.includes(sectionRoute(state)), news(name, state))));
}

/**
 * A scan that compares belongs to the section of the comparison.
 * @param {State} state
 * @returns {RouteName}
 */
function sectionRoute({ route, account }) {
    if (route.name !== 'scan' || route.device === undefined) return route.name;
    return route.user === account?.userId ? 'settings' : 'contact';
}

/**
 * The count of unseen items.
 * @param {string} name
 * @param {State} state
 * @returns {{ count: number, spoken: 'main.missed' | 'main.waiting' }}
 */
function news(name, state) {
    if (name === 'calls') return { count: missedCount(state.history), spoken: 'main.missed' };
    return { count: name === 'contacts' ? state.requests.value?.received.length ?? 0 : 0, spoken: 'main.waiting' };
}

/**
 * @param {'calls' | 'contacts' | 'add' | 'settings'} name
 * @param {import('../texts/text.js').Words} label
 * @param {import('../icons.js').IconName} symbol
 * @param {boolean} isCurrent
 * @param {{ count: number, spoken: 'main.missed' | 'main.waiting' }} news
 */
function item(name, label, symbol, isCurrent, { count, spoken }) {
    const said = count > 0 ? text(spoken, { label, count }) : undefined;
    return h('a', { class: 'nav-item', href: fragmentOf({ name }), 'aria-label': said, 'aria-current': isCurrent ? 'page' : undefined, key: name },
        h('span', { class: 'nav-symbol' }, icon(symbol),
            count > 0 && h('span', { class: 'badge' }, h('span', { 'aria-hidden': 'true' }, count > 99 ? text('main.moreThan', { count: 99 }) : count))),
        h('span', { class: 'nav-label' }, label));
}
