import { avatar } from '../../../components/avatar.js';
import { iconButton } from '../../../components/button.js';
import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { calling } from '../../../state/calling.js';
import { text } from '../../../texts/text.js';

/**
 * The promised calls, above the past ones.
 * @param {import('../../../state/state.js').State} state
 * @param {import('../../../state/actions.js').Actions} actions
 */
export function promiseList(state, actions) {
    if (state.promises.length === 0) return null;
    const can = calling(state);
    return h('section', { class: 'group promises', key: 'promises', 'aria-labelledby': 'promises-title' },
        h('h2', { class: 'group-title', id: 'promises-title' }, text('promise.title')),
        h('ul', { class: 'rows' }, state.promises.map(({ userId, name, at }) => h('li', { class: 'row', key: userId },
            h('span', { class: 'row-main' }, avatar(name, userId),
                h('span', { class: 'row-text' },
                    h('span', { class: 'row-title', dir: 'auto' }, name || text('common.somebody')),
                    h('span', { class: 'row-note' }, icon('outgoing'), h('span', null, text('promise.at', { time: { format: 'time', moment: at } }))))),
            h('span', { class: 'row-actions' },
                iconButton({ label: text('contacts.call', { name }), symbol: 'phone', tone: 'accent', ...can, onclick: () => actions.call(userId, name, false) }),
                iconButton({ label: text('promise.forget'), symbol: 'close', onclick: () => actions.forgetPromise(userId) }))))));
}
