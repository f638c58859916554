import { button } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { message } from '../../components/message.js';
import { linkCode } from '../contact-link/link.js';
import { linkCard } from '../opened-link/link-card.js';
import { permissionRows } from '../permissions/permission-rows.js';
import { ownCode } from '../own-devices/own-device.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * The first screen of a new device. If the account has other devices, one of them confirms this one before anything else.
 * @param {State} state
 * @param {Actions} actions
 */
export const welcomeView = (state, actions) => (state.confirmsFirst ? confirmView(state, actions) : readyView(state, actions));

/**
 * The digits that another device of the person compares. The person, not the server, knows whether there is one.
 * @param {State} state
 * @param {Actions} actions
 */
function confirmView({ settings, opened }, actions) {
    const isConfirmed = settings.ownKeys.value?.isVouched ?? false;
    return h('section', { class: 'detail', key: 'confirm' },
        h('header', { class: 'detail-head' }, heading(text('welcome.confirm'), { key: 'title' })),
        h('div', { class: 'detail-body' },
            linkCard(opened),
            h('p', { class: 'lead', key: 'lead' }, text('welcome.confirm.text')),
            h('div', { key: 'outcome', role: 'status' }, isConfirmed && message('good', text('ownDevice.selfVouched.text'))),
            !isConfirmed && h('p', { key: 'how' }, text('welcome.confirm.how')),
            !isConfirmed && ownCode(settings, actions),
            button(isConfirmed
                ? { key: 'next', label: text('welcome.confirm.next'), tone: 'primary', isWide: true, onclick: actions.confirmLater }
                : { key: 'later', label: text('welcome.confirm.later'), tone: 'quiet', isWide: true, onclick: actions.confirmLater })));
}

/**
 * The permissions that the browser will ask for, and the way to the first contact.
 * @param {State} state
 * @param {Actions} actions
 */
function readyView({ permissions, link, now }, actions) {
    // A browser that shares shows what became of it; a copy is not seen.
    const isCopied = link.wasCopied && actions.shareLink === null;
    return h('section', { class: 'detail', key: 'welcome' },
        h('header', { class: 'detail-head' }, heading(text('welcome.title'), { key: 'title' })),
        h('div', { class: 'detail-body' },
            h('section', { key: 'permissions', 'aria-label': text('permissions.title') }, permissionRows(permissions, actions)),
            h('div', { class: 'link-parts', key: 'share' },
                button({ key: 'share', label: text(isCopied ? 'link.copied' : 'welcome.share'), symbol: isCopied ? 'check' : 'share', tone: 'primary', isWide: true, onclick: actions.handOutLink }),
                link.problem && message('bad', link.problem.message),
                h('p', { class: 'muted', key: 'says' }, text(link.status === 'used' ? 'link.used' : 'link.lead')),
                h('p', { class: 'visually-hidden', role: 'status', key: 'copied' }, link.wasCopied && text('link.isCopied')),
                linkCode(link, now),
                button({ key: 'go', label: text('add.toContacts'), tone: 'quiet', onclick: () => actions.go({ name: 'contacts' }) }))));
}
