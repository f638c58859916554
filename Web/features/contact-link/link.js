import { button } from '../../components/button.js';
import { menu } from '../../components/menu.js';
import { message } from '../../components/message.js';
import { remaining } from '../../components/time-format.js';
import { qrPicture } from '../../components/qr-picture.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { detailWith } from '../../components/detail.js';
import { addTabs } from '../add/add-tabs.js';
import { isLive } from './link-state.js';
import { linkHandout } from '../link-handout/link-handout.js';
import { personalLinkRow } from '../personal-link/personal-link-row.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * This person's contact link, as a QR code and as text; below it a button to the one for several people.
 * @param {State} state
 * @param {Actions} actions
 */
export function linkView(state, actions) {
    const { link, now } = state;
    const works = isLive(link, now);
    return detailWith('link', text('link.title'), works && withdrawal(link, actions),
        addTabs('link'),
        h('p', { class: 'lead' }, text('link.lead')),
        linkCode(link, now),
        works ? live(state, link.expiresAt - now, actions) : gone(state, actions),
        personalLinkRow(state.personalLink.value, now));
}

/**
 * The code of the own link, or its empty frame.
 * @param {State['link']} link
 * @param {number} now Unix milliseconds
 */
export const linkCode = (link, now) => h('div', { class: 'code-frame', key: 'code', 'aria-busy': link.status === 'making' ? 'true' : undefined }, isLive(link, now)
    ? qrPicture(link.link, text('link.code'))
    : h('div', { class: 'code-blank' }, link.status === 'making' ? h('p', { role: 'status' }, text('link.making')) : icon('code')));

/**
 * @param {State['link']} link
 * @param {Actions} actions
 */
const withdrawal = ({ status }, actions) => menu('link-menu', text('link.more'), [
    { key: 'revoke', label: text('link.withdraw'), symbol: 'trash', isDangerous: true, isDisabled: status === 'revoking', onclick: () => actions.ask({ kind: 'revokeLink', isBusy: false }) },
]);

/**
 * @param {State} state
 * @param {number} left
 * @param {Actions} actions
 */
function live({ link }, left, actions) {
    return h('div', { class: 'link-parts', key: 'live' },
        linkHandout(link, { copy: actions.copyLink, share: actions.shareLink }),
        h('p', { class: 'link-life' }, icon('clock'), text('link.validFor', { time: remaining(left) })),
        link.problem && message('bad', link.problem.message),
        button({ key: 'new', label: text('link.another'), tone: 'quiet', symbol: 'retry', isDisabled: link.status === 'revoking', onclick: actions.makeLink }));
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function gone({ link }, actions) {
    if (link.status === 'making') return h('div', { class: 'link-parts', key: 'making' });
    const sentence = link.status === 'ready' ? text('link.expired') : link.status === 'used' ? text('link.used') : link.problem?.message;
    return h('div', { class: 'link-parts', key: 'gone' },
        sentence && message(link.status === 'failed' ? 'bad' : 'plain', sentence),
        h('div', { class: 'panel-actions' },
            button({ label: text(link.status === 'failed' ? 'common.tryAgain' : 'link.make'), symbol: link.status === 'failed' ? 'retry' : 'link', tone: 'primary', onclick: actions.makeLink })));
}
