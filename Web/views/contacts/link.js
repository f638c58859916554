import { button } from '../../components/button.js';
import { message } from '../../components/message.js';
import { remainingText } from '../../components/time-format.js';
import { qrPicture } from '../../components/qr-picture.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { detail } from '../page/detail.js';
import { addTabs } from './add-tabs.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * The own link: as a QR code, and as text.
 * @param {State} state
 * @param {Actions} actions
 */
export function linkView(state, actions) {
    const { link, now } = state;
    const left = link.expiresAt - now;
    const isLive = (link.status === 'ready' || link.status === 'revoking') && left > 0;
    return detail('link', 'My link',
        addTabs('link'),
        h('p', { class: 'lead' }, 'Who opens it can ask to become your contact; you decide. It works for one person, for 24 hours.'),
        h('div', { class: 'code-frame', 'aria-busy': link.status === 'making' ? 'true' : undefined }, isLive
            ? qrPicture(link.link, 'QR code of your link')
            : h('div', { class: 'code-blank' }, link.status === 'making' ? h('p', { role: 'status' }, 'The link is being made…') : icon('code'))),
        isLive ? live(state, left, actions) : gone(state, actions));
}

/**
 * @param {State} state
 * @param {number} left
 * @param {Actions} actions
 */
function live({ link }, left, actions) {
    const isBusy = link.status === 'revoking';
    return h('div', { class: 'link-parts', key: 'live' },
        h('p', { class: 'link-text' }, h('span', { class: 'visually-hidden' }, 'Your link: '), link.link),
        h('div', { class: 'panel-actions' },
            button({ key: 'copy', label: link.wasCopied ? 'Copied' : 'Copy link', symbol: link.wasCopied ? 'check' : 'copy', tone: 'primary', onclick: actions.copyLink }),
            actions.shareLink && button({ key: 'share', label: 'Share…', symbol: 'share', onclick: actions.shareLink })),
        h('p', { class: 'visually-hidden', role: 'status' }, link.wasCopied ? 'The link is in the clipboard.' : ''),
        h('p', { class: 'link-life' }, icon('clock'), `Valid for ${remainingText(left)}`),
        link.problem && message('bad', link.problem.message),
        h('div', { class: 'panel-actions' },
            button({ key: 'new', label: 'Make another', tone: 'quiet', symbol: 'retry', isDisabled: isBusy, onclick: actions.makeLink }),
            button({
                key: 'revoke', label: 'Withdraw', tone: 'quiet', symbol: 'trash', isBusy,
                onclick: () => actions.ask({ kind: 'revokeLink', isBusy: false }),
            })));
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function gone({ link }, actions) {
    if (link.status === 'making') return h('div', { class: 'link-parts', key: 'making' });
    const text = { ready: 'This link has expired.', used: 'This link was used. Make another for the next person.' }[/** @type {string} */ (link.status)] ?? link.problem?.message;
    return h('div', { class: 'link-parts', key: 'gone' },
        text && message(link.status === 'failed' ? 'bad' : 'plain', text),
        h('div', { class: 'panel-actions' },
            button({ label: link.status === 'failed' ? 'Try again' : 'Make a link', symbol: link.status === 'failed' ? 'retry' : 'link', tone: 'primary', onclick: actions.makeLink })));
}
