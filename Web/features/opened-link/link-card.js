import { avatar } from '../../components/avatar.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';

/** @typedef {import('./opened-link.js').OpenedLink} OpenedLink */

/**
 * Whose link was opened, on every step of the way in: the person comes for that.
 * @param {OpenedLink | null} opened
 */
export function linkCard(opened) {
    if (opened === null) return null;
    return h('div', { class: 'panel link-card', key: 'opened-link', role: 'note' },
        h('div', { class: 'panel-person' }, face(opened), h('p', null, sentence(opened))));
}

/** @param {OpenedLink} opened */
const face = ({ kind, by }) => (by !== '' ? avatar(by, by.length, 'medium')
    : h('span', { class: 'avatar avatar-medium avatar-hue-0', 'aria-hidden': 'true' }, icon(kind === 'call' ? 'video' : 'addPerson')));

/** @param {OpenedLink} opened */
function sentence({ kind, by }) {
    if (kind === 'call') return by === '' ? text('signIn.explainCallLink') : text('signIn.explainCallLinkOf', { name: by });
    return by === '' ? text('signIn.explainLink') : text('signIn.explainLinkOf', { name: by });
}
