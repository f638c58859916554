import { button } from './button.js';
import { h } from '../dom/h.js';
import { icon } from '../icons.js';
import { text } from '../texts/text.js';

/** @typedef {import('../contacts/kept-people.js').NameDoubt} NameDoubt */

/** @param {NameDoubt} doubt */
export function doubtText(doubt) {
    if (doubt.doubt === 'renamed') return text('name.renamed', { kept: doubt.kept, said: doubt.said });
    return text(doubt.isVerified ? 'name.namesake.verified' : 'name.namesake', { name: doubt.name });
}

/**
 * The same for small spaces, below the stored name.
 * @param {NameDoubt} doubt
 */
export const doubtNote = (doubt) => (doubt.doubt === 'renamed' ? text('name.renamed.row', { said: doubt.said }) : doubtText(doubt));

/**
 * The same for a contact, whose new name can be accepted.
 * @param {import('../state/state.js').Contact} contact
 * @param {import('../state/actions.js').Actions} actions
 */
export function doubtRow({ contactId: id, doubt }, actions) {
    if (!doubt) return null;
    const accept = doubt.doubt === 'renamed' && button({ key: 'accept-name', label: text('name.accept', { said: doubt.said }), onclick: () => actions.acceptName(id, doubt.said) });
    return h('div', { class: 'trust-row trust-row-held', key: 'doubt' }, icon('alert'), h('p', null, doubtText(doubt)), accept);
}
