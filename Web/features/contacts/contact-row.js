import { avatar } from '../../components/avatar.js';
import { iconButton } from '../../components/button.js';
import { momentOf } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { Memo } from '../../dom/memo.js';
import { lastCallWith } from '../history/last-call.js';
import { fragmentOf } from '../../state/routes.js';
import { calling } from '../../state/calling.js';
import { text } from '../../texts/text.js';
import { doubtNote } from '../../components/name-doubt.js';

/** @typedef {import('../../state/actions.js').Actions} Actions */

// Only rows that change with a keystroke in the search, or with time, are rendered: there may be a thousand.
const [rows, contents] = [new Memo(), new Memo()];

/**
 * A contact in the list, with call buttons; one that doesn't match the search stays hidden in its place, so that it comes back at once.
 * @param {import('../../state/state.js').Contact} contact
 * @param {boolean} isShown
 * @param {import('../../state/state.js').State} state
 * @param {Actions} actions
 * @returns {readonly import('../../dom/h.js').VNode[]} one
 */
export function contactRow(contact, isShown, state, actions) {
    const { contactId: id, contactName: name, isBlocked = false, doubt } = contact;
    const isOpen = state.route.name === 'contact' && state.route.id === id;
    const can = calling(state, isBlocked);
    const moment = momentOf(lastCallWith(contact, state.history), state.now);
    const inputs = [isOpen, can.isDisabled, can.description, JSON.stringify(moment), actions];
    return rows.of(contact, [isShown, ...inputs], () => [h('li', { class: isOpen ? 'row row-open' : 'row', key: id, hidden: !isShown },
        ...contents.of(contact, inputs, () => [
            h('a', { class: 'row-main', href: fragmentOf({ name: 'contact', id }), 'aria-current': isOpen ? 'page' : undefined },
                avatar(name, id),
                h('span', { class: 'row-text' },
                    h('span', { class: 'row-title', dir: 'auto' }, name),
                    h('span', { class: 'row-note' }, doubt ? doubtNote(doubt) : isBlocked ? text('contacts.blocked') : moment ? text('contacts.lastCall', { moment }) : text('contacts.noCalls')))),
            callButtons(id, name, can, actions),
        ]))]);
}

/**
 * @param {number} id
 * @param {string} name
 * @param {ReturnType<typeof calling>} can
 * @param {Actions} actions
 */
function callButtons(id, name, can, actions) {
    return h('span', { class: 'row-actions' },
        iconButton({ label: text('contacts.call', { name }), symbol: 'phone', tone: 'accent', ...can, onclick: () => actions.call(id, name, false) }),
        iconButton({ label: text('contacts.videoCall', { name }), symbol: 'video', tone: 'accent', ...can, onclick: () => actions.call(id, name, true) }));
}
