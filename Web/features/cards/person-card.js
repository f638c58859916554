import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { doubtText } from '../../components/name-doubt.js';
import { doubtOf } from '../../contacts/doubted-names.js';
import { h } from '../../dom/h.js';
import { fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';
import { shownCard } from './card-queue.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('./card-state.js').Card} Card */

/**
 * The one card that is shown; it moves nothing, and can be answered on whatever screen one is.
 * @param {State} state
 * @param {Actions} actions
 */
export function personCard(state, actions) {
    const shown = shownCard(state);
    if (shown === null) return null;
    const { card, more } = shown;
    return card.kind === 'request' ? asking(card, more, state, actions) : joined(card, more, actions);
}

/**
 * @param {Extract<Card, { kind: 'request' }>} card
 * @param {number} more
 * @param {State} state
 * @param {Actions} actions
 */
function asking(card, more, { kept, pending }, actions) {
    const { user, name } = card;
    const doubt = doubtOf(kept, user, name);
    const isBusy = pending.includes(user);
    return frame(card, text('requests.of', { name }), [
        h('p', { key: 'says' }, text('cards.asks', { name })),
        doubt && h('p', { class: 'person-card-note', key: 'doubt' }, doubtText(doubt)),
        waiting(more),
    ], [
        button({ key: 'accept', label: text('requests.accept'), tone: 'primary', isBusy, onclick: () => actions.acceptOnCard(user, name) }),
        button({ key: 'later', label: text('name.skip'), isDisabled: isBusy, onclick: () => actions.putCardAway(card) }),
    ]);
}

/**
 * @param {Extract<Card, { kind: 'contact' }>} card
 * @param {number} more
 * @param {Actions} actions
 */
function joined(card, more, actions) {
    const { user, name } = card;
    // The button that brought it here is gone.
    const focus = card.wasAcceptedHere ? (/** @type {HTMLElement} */ element) => element.focus({ preventScroll: true }) : undefined;
    return frame(card, name, [h('p', { key: 'says' }, text('contacts.befriended', { name })), waiting(more)], [
        button({ key: 'call', label: text('contacts.call', { name }), symbol: 'phone', tone: 'primary', mounted: focus, onclick: () => actions.call(user, name, false) }),
        button({ key: 'later', label: text('name.skip'), onclick: () => actions.putCardAway(card) }),
    ]);
}

/** @param {number} more requests behind this card */
const waiting = (more) => more > 0 && h('p', { class: 'person-card-note', key: 'more' }, h('a', { href: fragmentOf({ name: 'requests' }) }, text('cards.more', { count: more })));

/**
 * @param {Card} card
 * @param {import('../../texts/text.js').Words} label
 * @param {import('../../dom/h.js').Leaf[]} words
 * @param {import('../../dom/h.js').Leaf[]} buttons
 */
const frame = ({ kind, user, name }, label, words, buttons) => h('div', { class: 'person-card', key: `${kind}-${user}`, role: 'group', 'aria-label': label },
    avatar(name, user), h('div', { class: 'person-card-words' }, words), h('div', { class: 'person-card-answers' }, buttons));
