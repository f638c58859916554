import { callName, endLabels } from '../calls/call-labels.js';

/** @typedef {import('../../state/state.js').State} State */

/**
 * The title of the window: what matters most comes first, because a tab shows little of it.
 * @param {State} state
 */
export function titleOf(state) {
    const { call, requests } = state;
    if (call?.phase === 'incoming') return `☎ ${call.peer.name} is calling — ECall`;
    if (call) return `${call.phase === 'ended' ? endLabels(call).title : callName(call)} — ECall`;
    const waiting = state.screen === 'main' ? requests.value?.received.length ?? 0 : 0;
    const name = screenName(state);
    return [waiting > 0 ? `(${waiting})` : '', name, name && '—', 'ECall'].filter((part) => part !== '').join(' ');
}

/**
 * What the screen is called; '' before there is one.
 * @param {State} state
 */
function screenName(state) {
    switch (state.screen) {
    case 'loading': return '';
    case 'broken': return 'Cannot start';
    case 'otherWindow': return 'Open in another window';
    case 'signIn': return state.signIn.step === 'code' ? 'Enter the code' : 'Sign in';
    case 'name': return 'Your name';
    case 'main': return routeName(state);
    }
}

/** @param {State} state */
function routeName({ route, contacts }) {
    switch (route.name) {
    case 'contact': return contacts.value?.find(({ contactId }) => contactId === route.id)?.contactName ?? 'Contact';
    case 'requests': return 'Requests';
    case 'add': return 'Add a contact';
    case 'scan': return 'Scan a code';
    case 'link': return 'My link';
    case 'settings': return 'Settings';
    default: return 'Contacts';
    }
}
