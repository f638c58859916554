import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { empty } from '../../components/message.js';
import { momentText } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { detail } from '../page/detail.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * One contact.
 * @param {State} state
 * @param {number} id
 * @param {Actions} actions
 */
export function contactView(state, id, actions) {
    const contact = state.contacts.value?.find(({ contactId }) => contactId === id);
    if (!contact) {
        if (state.contacts.value === null) return detail(`contact-${id}`, 'Contact', h('p', { class: 'lead', role: 'status' }, 'One moment…'));
        return detail(`contact-${id}`, 'Contact', empty({ symbol: 'people', title: 'No such contact', text: 'You are not contacts (any more).' }));
    }
    const { contactName: name, isFavorite, isBlocked = false } = contact;
    const cannotCall = state.call !== null || isBlocked;
    const isPending = state.pending.includes(id);
    const moment = momentText(contact.lastInteraction, state.now);
    return detail(`contact-${id}`, null,
        h('div', { class: 'person' },
            avatar(name, id, 'large'),
            heading(name, { key: `name-${id}` }),
            h('p', { class: 'lead' }, isBlocked ? 'Blocked: their calls and requests do not come through.' : moment ? `Last call ${moment}` : 'You have not called each other yet.'),
            h('div', { class: 'person-actions' },
                button({ key: 'call', label: 'Call', symbol: 'phone', tone: 'primary', isDisabled: cannotCall, onclick: () => actions.call(id, name, false) }),
                button({ key: 'video', label: 'Video call', symbol: 'video', tone: 'primary', isDisabled: cannotCall, onclick: () => actions.call(id, name, true) }))),
        h('div', { class: 'person-more' },
            button({
                label: isFavorite ? 'Remove from favourites' : 'Add to favourites', symbol: isFavorite ? 'starred' : 'star', tone: 'quiet',
                isBusy: isPending, onclick: () => actions.setFavorite(id, !isFavorite),
            }),
            isBlocked
                ? button({ key: 'unblock', label: 'Unblock', tone: 'quiet', isBusy: isPending, onclick: () => actions.unblock(id) })
                : button({
                    key: 'block', label: 'Block', tone: 'quiet', isDisabled: isPending,
                    onclick: () => actions.ask({ kind: 'blockPerson', userId: id, name, isBusy: false }),
                }),
            button({
                label: 'Remove contact', symbol: 'trash', tone: 'quiet', isDisabled: isPending,
                onclick: () => actions.ask({ kind: 'removeContact', userId: id, name, isBusy: false }),
            })));
}
