import { text } from '../../texts/text.js';
import { callName, endLabels } from '../calls/call-labels.js';

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
    if (call?.phase === 'incoming') return text('title.calling', { name: call.peer.name });
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
function routeName({ route, contacts }) {
    switch (route.name) {
    case 'contact': return contacts.value?.find(({ contactId }) => contactId === route.id)?.contactName ?? text('contact.title');
    case 'requests': return text('requests.title');
    case 'add': return text('add.title');
    case 'link': return text('link.title');
    case 'settings': return text('settings.title');
    default: return text('contacts.title');
    }
}
