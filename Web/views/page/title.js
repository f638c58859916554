import { text } from '../../texts/text.js';
import { callWith } from '../../state/history-state.js';
import { ringingCall } from '../../state/ringing-call.js';
import { settingsTitle } from '../settings/pages.js';
import { callName, callerLabels, endLabels } from '../calls/call-labels.js';
import { namesOf } from '../history/call-words.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../texts/text.js').Words} Words */

/**
 * The title of the window: what matters most comes first, because a tab shows little of it.
 * @param {State} state
 * @param {import('../../texts/texts.js').Texts} texts in which language
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
 * What the screen is called; null before there is one.
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
 * @param {State} state
 * @returns {Words}
 */
function routeName({ route, contacts, history, confirmsFirst }) {
    switch (route.name) {
    case 'calls': return text('history.title');
    case 'pastCall': {
        const call = callWith(history, route.id);
        return call ? text('history.with', { names: namesOf(call.people) }) : text('call.title');
    }
    case 'contact': return contacts.value?.find(({ contactId }) => contactId === route.id)?.contactName ?? text('contact.title');
    case 'requests': return text('requests.title');
    case 'add': return text('add.title');
    case 'scan': return text(route.device === undefined ? 'scan.title' : 'scan.titleCompare');
    case 'link': return text('link.title');
    case 'joinCall': return text('joinCall.title');
    case 'personalLink': return text('personalLink.title');
    case 'welcome': return text(confirmsFirst ? 'welcome.confirm' : 'welcome.title');
    case 'settings': return settingsTitle(route);
    default: return text('contacts.title');
    }
}
