import { button, iconButton } from '../components/button.js';
import { h } from '../dom/h.js';
import { icon } from '../icons.js';
import { fragmentOf } from '../state/routes.js';
import { text } from '../texts/text.js';

/**
 * Notices of events, shown once and briefly; screen readers announce them as they appear.
 * @param {import('../state/state.js').Notice[]} notices
 * @param {import('../state/actions.js').Actions} actions
 * @param {import('../dom/h.js').VNode | null} card a person's, which has no place of its own over a call
 */
export function noticesView(notices, actions, card) {
    return h('div', { class: 'notices', key: 'notices', role: 'status', 'aria-live': 'polite' },
        card,
        notices.map(({ id, text: words, tone, link, act }) => h('div', { class: `notice notice-${tone}`, key: id },
            icon(tone === 'bad' ? 'alert' : tone === 'good' ? 'check' : 'info'), h('p', null, words, link && ' ', link && h('a', { href: fragmentOf(link.route), onclick: () => actions.dismissNotice(id) }, link.label)),
            act && button({ key: 'act', label: act.label, tone: act.action === 'call' ? 'plain' : 'primary', onclick: () => { actions.dismissNotice(id); does(act, actions); } }),
            iconButton({ label: text('notices.dismiss'), symbol: 'close', onclick: () => actions.dismissNotice(id) }))));
}

/**
 * @param {NonNullable<import('../state/state.js').Notice['act']>} act
 * @param {import('../state/actions.js').Actions} actions
 */
function does(act, actions) {
    switch (act.action) {
    case 'mute': return actions.mute();
    case 'ringAgain': return actions.ringAgain(act.userId);
    case 'call': return actions.call(act.userId, act.name, false);
    }
}
