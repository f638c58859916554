import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { settingsPageWith } from '../settings/page.js';

/**
 * Signing out, exporting the account's data, and deleting the account.
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/state.js').Account} account
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {import('../../state/actions.js').Actions} actions
 */
export function accountPage({ settings: { pending } }, account, route, actions) {
    // A scheduled deletion, and the way to cancel it, are shown on top of every screen.
    return settingsPageWith(route, account.deletedAt ? null : {
        key: 'delete', label: text('account.delete.do'), symbol: 'trash', isDangerous: true, onclick: () => actions.ask({ kind: 'deleteAccount', isBusy: false }),
    },
        part('export', text('account.export.title'), text('account.export.text'),
            button({ label: text(pending.includes('export') ? 'account.export.busy' : 'account.export.do'), symbol: 'download', isBusy: pending.includes('export'), onclick: actions.exportData })),
        part('sign-out', text('account.signOut.title'), text('account.signOut.text'),
            button({ label: text('settings.signOut'), symbol: 'leave', onclick: () => actions.ask({ kind: 'signOut', isBusy: false }) })));
}

/**
 * @param {string} key
 * @param {import('../../texts/text.js').Words} title
 * @param {import('../../texts/text.js').Words} sentence
 * @param {import('../../dom/h.js').VNode} action
 */
function part(key, title, sentence, action) {
    return h('section', { class: 'panel', key, 'aria-labelledby': `${key}-title` },
        h('h2', { class: 'panel-title', id: `${key}-title` }, title),
        h('p', null, sentence),
        h('div', { class: 'panel-actions' }, action));
}
