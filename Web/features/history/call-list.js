import { button } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { menu } from '../../components/menu.js';
import { empty } from '../../components/message.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { shownPages } from './history-state.js';
import { promiseList } from '../calls/promises/promise-list.js';
import { text } from '../../texts/text.js';
import { missingList, notRenewed } from '../../components/missing-list.js';
import { callDays } from './call-row.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/** @type {[boolean, import('../../texts/text.js').PlainKey][]} */
const choices = [[false, 'history.filter.all'], [true, 'history.filter.missed']];

/**
 * @param {State} state
 * @param {Actions} actions
 * @param {1 | 2} level of its title
 * @param {number} [openCall] which one is shown beside it
 */
export function callList(state, actions, level, openCall) {
    const hasCalls = (state.history.all.calls?.length ?? 0) > 0;
    return h('section', { class: 'pane-inner', key: 'calls', 'aria-labelledby': 'calls-title' },
        h('header', { class: 'pane-head' },
            heading(text('history.title'), { key: 'title', id: 'calls-title', takesFocus: false, level }),
            hasCalls && menu('calls-menu', text('history.menu'), [
                { key: 'delete', label: text('history.deleteAll'), symbol: 'trash', isDangerous: true, onclick: () => actions.ask({ kind: 'deleteAllCalls', isBusy: false }) },
            ])),
        hasCalls && filter(state, actions),
        h('div', { class: 'pane-body' }, promiseList(state, actions), body(state, actions, openCall)));
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function filter({ history }, actions) {
    return h('form', {
        class: 'call-filter', key: 'filter', role: 'search',
        onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            actions.findCalls();
        },
    },
    h('fieldset', { class: 'choices' },
        h('legend', { class: 'visually-hidden' }, text('history.filter.title')),
        h('div', { class: 'segments' }, choices.map(([value, label]) => h('label', { class: 'segment', key: label },
            h('input', { type: 'radio', name: 'missed', value: String(value), checked: history.filter.isMissed === value, onchange: () => actions.showMissed(value) }),
            h('span', null, text(label)))))),
    h('label', { class: 'list-search-field' }, icon('search'), h('input', {
        class: 'field-input', type: 'search', value: history.filter.name, placeholder: text('history.search'), 'aria-label': text('history.search'),
        autocomplete: 'off', maxlength: 50, enterkeyhint: 'search',
        oninput: (/** @type {Event} */ event) => actions.typeCallName(/** @type {HTMLInputElement} */ (event.target).value),
    })));
}

/**
 * @param {State} state
 * @param {Actions} actions
 * @param {number} [openCall]
 */
function body(state, actions, openCall) {
    const { history } = state;
    const { calls, status, problem, next } = shownPages(history);
    if (calls === null) return missingList(state, { status, problem }, { symbol: 'phone', loading: 'history.loading', offline: 'history.offline', retry: actions.loadHistory });
    const retry = notRenewed(state, { status, problem }, actions.loadHistory);
    if (calls.length === 0 && status !== 'loading') return retry || nothing(state, actions);
    return [
        ...callDays({ calls, next }, state, actions, { level: 2, openCall }),
        // The list is still valid; only the reason why it isn't updated, or ends here, is shown.
        retry && h('div', { class: 'call-more', key: 'problem' }, retry),
        next !== null && h('div', { class: 'call-more', key: 'more' }, button({
            label: text(history.isLoadingMore ? 'history.loadingMore' : 'history.more'), isBusy: history.isLoadingMore, onclick: actions.loadMoreCalls,
        })),
    ];
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function nothing({ history: { filter: { isMissed, name } } }, actions) {
    if (name.trim() !== '') return empty({ symbol: 'people', title: text('history.nobody.title', { name: name.trim() }), text: text('history.nobody.text') });
    if (isMissed) return empty({ symbol: 'check', title: text('history.noneMissed') });
    return empty({
        symbol: 'phone', title: text('history.empty.title'), text: text('history.empty.text'),
        actions: [button({ label: text('history.empty.contacts'), symbol: 'people', tone: 'primary', onclick: () => actions.go({ name: 'contacts' }) })],
    });
}
