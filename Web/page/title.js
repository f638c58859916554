import { text } from '../texts/text.js';
import { callWith } from '../features/history/history-state.js';
import { ringingCall } from '../features/calls/incoming/ringing-call.js';
import { settingsTitle } from '../features/settings/pages.js';
import { callName, callerLabels, endLabels } from '../features/calls/call-labels.js';
import { namesOf } from '../texts/names.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/state.js').Route} Route */
/** @typedef {import('../texts/text.js').Words} Words */

/**
 * The title of the window: what matters most comes first, because a tab shows little of it.
 * @param {State} state
 * @param {import('../texts/texts.js').Texts} texts
 */
export const titleOf = (state, texts) => texts.string(titleWords(state));

/**
 * @param {State} state
 * @returns {Words}
 */
function titleWords(state) {
    const { call, requests } = state;
    const ringing = ringingCall(state);
    if (ringing) {
        const { name, isSeveral } = callerLabels(ringing);
        return isSeveral ? text('title.areCalling', { names: name }) : text('title.calling', { name });
    }
    if (call) return text('title.screen', { screen: call.phase === 'ended' ? endLabels(call).title : callName(call) });
    const screen = screenName(state);
    if (screen === null) return text('common.brand');
    const count = state.screen === 'main' ? requests.value?.received.length ?? 0 : 0;
    return count > 0 ? text('title.waiting', { count, screen }) : text('title.screen', { screen });
}

/**
 * The title of the screen; null before there is one.
 * @param {State} state
 * @returns {Words | null}
 */
function screenName(state) {
    switch (state.screen) {
    case 'loading': return null;
    case 'broken': return text('title.broken');
    case 'otherWindow': return text('title.otherWindow');
    case 'signIn': return text(state.signIn.step === 'code' ? 'code.title' : 'signIn.title');
    case 'name': return text('name.label');
    case 'main': return routeName(state);
    }
}

/**
 * The title of each place of the main screen.
 * @type {{ [Name in Route['name']]: (state: State, route: Extract<Route, { name: Name }>) => Words }}
 */
const names = {
    contacts: () => text('contacts.title'),
    contact: ({ contacts }, { id }) => contacts.value?.find(({ contactId }) => contactId === id)?.contactName ?? text('contact.title'),
    requests: () => text('requests.title'),
    calls: () => text('history.title'),
    pastCall({ history }, { id }) {
        const call = callWith(history, id);
        return call ? text('history.with', { names: namesOf(call.people) }) : text('call.title');
    },
    // The call itself gives the title, while there is one.
    call: () => text('contacts.title'),
    joinCall: () => text('joinCall.title'),
    add: () => text('add.title'),
    scan: (state, { device }) => text(device === undefined ? 'scan.title' : 'scan.titleCompare'),
    link: () => text('link.title'),
    personalLink: () => text('personalLink.title'),
    welcome: ({ confirmsFirst }) => text(confirmsFirst ? 'welcome.confirm' : 'welcome.title'),
    settings: (state, route) => settingsTitle(route),
};

/**
 * The row matches its route: the checker cannot infer that both have the same name.
 * @param {State} state
 * @returns {Words}
 */
const routeName = (state) => names[state.route.name](state, /** @type {never} */ (state.route));
