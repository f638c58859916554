import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';

/**
 * A banner while the account is scheduled for deletion: the date, and a button to keep the account.
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/actions.js').Actions} actions
 */
export function deletionNotice({ account, settings: { pending } }, actions) {
    if (!account?.deletedAt) return null;
    return h('div', { class: 'deletion', key: 'deletion', role: 'status' },
        icon('alert'), h('p', null, text('deletion.notice', { date: { format: 'date', moment: Date.parse(account.deletedAt), hasYear: true } })),
        button({ label: text('deletion.keep'), isBusy: pending.includes('keep'), onclick: actions.keepAccount }));
}
