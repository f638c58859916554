import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { empty, message } from '../../components/message.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { detail } from '../page/detail.js';
import { skeletonRows } from '../page/skeleton.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * Whom this account has blocked, contacts or not, and the way back.
 * @param {State} state
 * @param {Actions} actions
 */
export const blockedView = (state, actions) => detail('blocked', text('blocked.title'), h('p', { class: 'lead' }, text('blocked.lead')), ...body(state, actions));

/**
 * @param {State} state
 * @param {Actions} actions
 */
function body({ blocked: { value, status, problem }, pending }, actions) {
    if (value === null) {
        if (status !== 'failed') return [skeletonRows(text('contact.loading'))];
        return [message('bad', problem?.message ?? '', button({ label: text('common.tryAgain'), symbol: 'retry', onclick: actions.loadBlocked }))];
    }
    if (value.length === 0) {
        return [empty({
            drawing: 'open', title: text('blocked.empty.title'), text: text('blocked.empty.text'),
            actions: [button({ label: text('add.toContacts'), onclick: () => actions.go({ name: 'contacts' }) })],
        })];
    }
    return [h('ul', { class: 'rows', 'aria-label': text('blocked.title') }, value.map(({ contactId: id, contactName: name }) => h('li', { class: 'row', key: id },
        h('span', { class: 'row-main' }, avatar(name, id), h('span', { class: 'row-text' }, h('span', { class: 'row-title', dir: 'auto' }, name))),
        h('span', { class: 'row-actions', role: 'group', 'aria-label': text('settings.blocked.group', { name }) },
            button({ label: text('settings.blocked.unblock'), isBusy: pending.includes(id), onclick: () => actions.unblock(id) })))))];
}
