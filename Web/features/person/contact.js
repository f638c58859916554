import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { menu } from '../../components/menu.js';
import { empty } from '../../components/message.js';
import { momentOf } from '../../components/time-format.js';
import { newReport } from '../report/report.js';
import { h } from '../../dom/h.js';
import { callsOf, lastCallWith } from '../history/last-call.js';
import { calling } from '../../state/calling.js';
import { text } from '../../texts/text.js';
import { detail, detailWith } from '../../components/detail.js';
import { doubtRow } from '../../components/name-doubt.js';
import { callsWith, deviceList, trustRow } from './contact-parts.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/state.js').Contact} Contact */
/** @typedef {import('../../state/actions.js').Actions} Actions */

const mostCalls = 10;

/**
 * One contact: call buttons, the trust in them, their devices, the calls with them.
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
    const { contactName: name, isBlocked = false } = contact;
    const moment = momentOf(lastCallWith(contact, state.history), state.now);
    const person = state.person?.userId === id ? state.person : null;
    return detailWith(`contact-${id}`, null, more(contact, state.pending.includes(id), actions),
        h('div', { class: 'person' },
            avatar(name, id, 'large'),
            heading(name, { key: `name-${id}` }),
            // If the history is empty, a sentence says so in its place.
            (isBlocked || moment) && h('p', { class: 'lead', key: 'lead' }, isBlocked || !moment ? text('contact.blocked') : text('contacts.lastCall', { moment })),
            h('div', { class: 'person-actions' }, doing(contact, state, actions))),
        doubtRow(contact, actions),
        person && !isBlocked && trustRow(person.devices, id, state),
        person && !isBlocked && deviceList(id, person.devices, state, actions),
        person && calls(state, person, contact, actions));
}

/**
 * The calls in the loaded history are shown while the server is asked for more, and if that fails.
 * @param {State} state
 * @param {import('./person-state.js').PersonState} person
 * @param {Contact} contact
 * @param {Actions} actions
 */
function calls({ history, now }, person, contact, actions) {
    const { devices, calls: found } = person;
    const known = callsOf(person.userId, history, found.value ?? []).slice(0, mostCalls);
    if (known.length > 0) return callsWith({ ...found, value: known }, now, actions);
    // The known call is no longer in the history.
    if (found.value !== null && lastCallWith(contact, history) !== null) return null;
    // Shown once: one retry fetches both.
    return (contact.isBlocked || devices.status !== 'failed' || found.status !== 'failed') && callsWith(found, now, actions);
}

/**
 * @param {Contact} contact
 * @param {State} state
 * @param {Actions} actions
 */
function doing({ contactId: id, contactName: name, isBlocked }, state, actions) {
    if (isBlocked) return [button({ key: 'unblock', label: text('contact.unblock'), tone: 'primary', isBusy: state.pending.includes(id), onclick: () => actions.unblock(id) })];
    const can = calling(state);
    return [
        button({ key: 'call', label: text('contact.call'), symbol: 'phone', tone: 'primary', ...can, onclick: () => actions.call(id, name, false) }),
        button({ key: 'video', label: text('contact.video'), symbol: 'video', ...can, onclick: () => actions.call(id, name, true) }),
    ];
}

/**
 * @param {Contact} contact
 * @param {boolean} isDisabled
 * @param {Actions} actions
 */
function more({ contactId: id, contactName: name, isFavorite, isBlocked }, isDisabled, actions) {
    return menu(`contact-menu-${id}`, text('contact.more'), [
        { key: 'favourite', label: text(isFavorite ? 'contact.unfavour' : 'contact.favour'), symbol: isFavorite ? 'starred' : 'star', isDisabled, onclick: () => actions.setFavorite(id, !isFavorite) },
        { key: 'report', label: text('contact.report'), symbol: 'alert', isDisabled, onclick: () => actions.ask(newReport(id, name)) },
        !isBlocked && { key: 'block', label: text('contact.block'), symbol: 'block', isDisabled, isDangerous: true, onclick: () => actions.ask({ kind: 'blockPerson', userId: id, name, isBusy: false }) },
        { key: 'remove', label: text('contact.remove'), symbol: 'trash', isDisabled, isDangerous: true, onclick: () => actions.ask({ kind: 'removeContact', userId: id, name, isBusy: false }) },
    ]);
}
