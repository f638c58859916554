import { button } from '../../../components/button.js';
import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { reactions } from '../../../keys/channels/gestures.js';
import { handsOf, memberOf } from '../people/people-state.js';
import { text } from '../../../texts/text.js';

/** @typedef {import('../../../keys/channels/gestures.js').Reaction} Reaction */
/** @typedef {import('../call-state.js').CallState} CallState */
/** @typedef {import('../../../state/actions.js').Actions} Actions */

const names = /** @type {const} */ ({
    thumbsUp: 'reaction.thumbsUp', heart: 'reaction.heart', laugh: 'reaction.laugh', surprise: 'reaction.surprise', applause: 'reaction.applause',
    celebration: 'reaction.celebration',
});

/** @param {Reaction} reaction */
export const reactionName = (reaction) => text(names[reaction]);

/**
 * The position of a raised hand among the raised hands, from 1; null while it is down.
 * @param {Pick<CallState, 'members'>} call
 * @param {number} userId
 */
export const handPlace = (call, userId) => memberOf(call, userId)?.hand ?? null;

/**
 * The announcement of a raised hand for screen readers; with its position if there are several.
 * @param {Pick<CallState, 'members'>} call
 * @param {number} userId
 */
export function handStates(call, userId) {
    const place = handPlace(call, userId);
    if (place === null) return [];
    return [handsOf(call).length > 1 ? text('hand.statePlace', { place: String(place) }) : text('hand.state')];
}

/**
 * @param {Pick<CallState, 'members'>} call
 * @param {number} userId
 */
export function handMark(call, userId) {
    const place = handPlace(call, userId);
    return place !== null && h('span', { key: 'hand', class: 'hand-mark', 'aria-hidden': 'true' }, icon('hand'), handsOf(call).length > 1 && h('span', { key: 'place' }, String(place)));
}

/**
 * A reaction, shown over a tile for a moment; screen readers get it elsewhere.
 * @param {Pick<CallState, 'reactions'>} call
 * @param {number} userId
 */
export const floating = (call, userId) => call.reactions.filter((one) => one.userId === userId).map(({ id, reaction }) =>
    h('span', { key: `reaction-${id}`, class: `reaction reaction-${id % 3}`, 'aria-hidden': 'true', 'data-reaction': reaction }, icon(reaction)));

/**
 * The six reactions, at the top of the menu.
 * @param {Pick<CallState, 'phase'>} call
 * @param {Pick<Actions, 'react'>} actions
 */
export const reactionRow = ({ phase }, { react }) => h('div', { key: 'reactions', class: 'reaction-row', role: 'group', 'aria-label': text('reaction.title') },
    reactions.map((reaction) => h('button', {
        key: reaction, type: 'button', class: 'reaction-button', title: reactionName(reaction), 'aria-label': reactionName(reaction), disabled: phase !== 'inCall', onclick: () => react(reaction),
    }, icon(reaction))));

/**
 * The bar over the call while the person's own hand is raised: no one else lowers it.
 * @param {CallState} call
 * @param {number} ownUser
 * @param {Pick<Actions, 'toggleHand'>} actions
 */
export function handBar(call, ownUser, { toggleHand }) {
    const isRaised = handPlace(call, ownUser) !== null;
    return h('div', { key: 'hand', class: 'call-sharing', role: 'group', 'aria-label': text('hand.own') },
        h('p', { class: 'call-sharing-words', role: 'status', key: 'words' }, isRaised && [icon('hand'), h('span', { key: 'said' }, text('hand.yours'))]),
        isRaised && call.phase === 'inCall' && button({ key: 'lower', label: text('hand.lower'), tone: 'plain', onclick: toggleHand }));
}

/**
 * The people with raised hands, in the order in which they raised them: the list below keeps its order.
 * @param {CallState} call
 * @param {number} ownUser
 */
export function raisedHands(call, ownUser) {
    const hands = handsOf(call);
    if (hands.length === 0) return null;
    const nameOf = (/** @type {number} */ userId) => memberOf(call, userId)?.name || text('common.somebody');
    return h('section', { key: 'hands', class: 'people-hands', 'aria-labelledby': 'people-hands' },
        h('h3', { class: 'people-part', id: 'people-hands' }, text('hand.list'), h('span', { class: 'people-count', 'aria-hidden': 'true' }, String(hands.length))),
        h('ol', { class: 'hand-list' }, hands.map((userId) => h('li', { key: userId, class: 'hand-row' },
            h('span', { class: 'hand-name', dir: userId === ownUser ? undefined : 'auto' }, userId === ownUser ? text('people.you', { name: nameOf(userId) }) : nameOf(userId))))));
}
