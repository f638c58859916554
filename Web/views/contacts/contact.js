import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { empty } from '../../components/message.js';
import { momentOf } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
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
        if (state.contacts.value === null) return detail(`contact-${id}`, text('contact.title'), h('p', { class: 'lead', role: 'status' }, text('contact.loading')));
        return detail(`contact-${id}`, text('contact.title'), empty({ symbol: 'people', title: text('contact.missing.title'), text: text('contact.missing.text') }));
    }
    const { contactName: name, isFavorite, isBlocked = false } = contact;
    const cannotCall = state.call !== null || isBlocked;
    const isPending = state.pending.includes(id);
    const moment = momentOf(contact.lastInteraction, state.now);
    return detail(`contact-${id}`, null,
        h('div', { class: 'person' },
            avatar(name, id, 'large'),
            heading(name, { key: `name-${id}` }),
            h('p', { class: 'lead' }, isBlocked ? text('contact.blocked') : moment ? text('contacts.lastCall', { moment }) : text('contact.noCalls')),
            h('div', { class: 'person-actions' },
                button({ key: 'call', label: text('contact.call'), symbol: 'phone', tone: 'primary', isDisabled: cannotCall, onclick: () => actions.call(id, name, false) }),
                button({ key: 'video', label: text('contact.videoCall'), symbol: 'video', tone: 'primary', isDisabled: cannotCall, onclick: () => actions.call(id, name, true) }))),
        h('div', { class: 'person-more' },
            button({
                label: text(isFavorite ? 'contact.unfavour' : 'contact.favour'), symbol: isFavorite ? 'starred' : 'star', tone: 'quiet',
                isBusy: isPending, onclick: () => actions.setFavorite(id, !isFavorite),
            }),
            isBlocked
                ? button({ key: 'unblock', label: text('contact.unblock'), tone: 'quiet', isBusy: isPending, onclick: () => actions.unblock(id) })
                : button({
                    key: 'block', label: text('contact.block'), tone: 'quiet', isDisabled: isPending,
                    onclick: () => actions.ask({ kind: 'blockPerson', userId: id, name, isBusy: false }),
                }),
            button({
                label: text('contact.remove'), symbol: 'trash', tone: 'quiet', isDisabled: isPending,
                onclick: () => actions.ask({ kind: 'removeContact', userId: id, name, isBusy: false }),
            })));
}
