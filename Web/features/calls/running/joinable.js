import { button, iconButton } from '../../../components/button.js';
import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { text } from '../../../texts/text.js';
import { namesOf } from '../../../texts/names.js';

/** @typedef {import('../../history/past-call.js').PastCall} PastCall */

/**
 * A call in progress without the person, who was invited to it or has left it: until it ends they can join. Null while they are in another,
 * or if they don't want to see it.
 * @param {import('../../../state/state.js').State} state
 * @returns {PastCall | null}
 */
export function joinableCall({ call, running, connection, choosing, dismissedCall, history, route }) {
    if (call !== null || running !== null || choosing !== null || connection === 'offline') return null;
    // On the page of that call, the button is there.
    const isShown = (/** @type {number} */ id) => route.name === 'pastCall' && route.id === id;
    return history.all.calls?.find(({ id, result }) => result === 'running' && id !== dismissedCall && !isShown(id)) ?? null;
}

/**
 * @param {PastCall} call
 * @param {import('../../../state/actions.js').Actions} actions
 */
export const joinableBanner = (call, actions) => h('section', { class: 'banner banner-call banner-running', key: 'banner-joinable', 'aria-label': text('joinable.title') },
    icon('answer'),
    h('p', null, h('span', { role: 'status' }, text('joinable.text', { names: namesOf(call.people) }))),
    h('span', { class: 'banner-buttons' },
        iconButton({ key: 'dismiss', label: text('joinable.dismiss'), symbol: 'close', onclick: () => actions.dismissCall(call.id) }),
        button({ key: 'join', label: text('joinable.join'), tone: 'good', onclick: () => actions.joinAgain(call) })));
