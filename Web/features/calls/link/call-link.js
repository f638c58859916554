import { button } from '../../../components/button.js';
import { menu } from '../../../components/menu.js';
import { qrPicture } from '../../../components/qr-picture.js';
import { h } from '../../../dom/h.js';
import { shownCallLink } from './call-link-state.js';
import { text } from '../../../texts/text.js';

/**
 * The link to the call, in the panel for adding people: for contacts, and as long as the person is in the call.
 * @param {import('../../../state/state.js').State} state
 * @param {import('../../../state/actions.js').Actions} actions
 */
export function callLinkPart(state, actions) {
    const shown = shownCallLink(state);
    if (shown === null) return button({ key: 'share-link', label: text('callLink.share'), symbol: 'link', isWide: true, onclick: actions.makeCallLink });
    const { link, wasCopied } = shown;
    return h('section', { class: 'call-link', key: 'link', 'aria-labelledby': 'call-link-title' },
        h('div', { class: 'call-link-head' },
            h('h3', { class: 'people-part', id: 'call-link-title' }, text('callLink.title')),
            menu('call-link-menu', text('link.more'), [
                { key: 'withdraw', label: text('link.withdraw'), symbol: 'trash', isDangerous: true, onclick: () => actions.ask({ kind: 'withdrawCallLink', isBusy: false }) },
            ])),
        h('p', { class: 'call-link-who', role: 'status' }, text('callLink.text')),
        h('div', { class: 'code-frame' }, qrPicture(link, text('callLink.code'))),
        h('p', { class: 'link-text', dir: 'ltr' }, h('span', { class: 'visually-hidden' }, text('callLink.spoken')), ' ', link),
        h('div', { class: 'call-link-buttons' },
            button({ key: 'copy', label: text(wasCopied ? 'link.copied' : 'link.copy'), symbol: wasCopied ? 'check' : 'copy', onclick: actions.copyCallLink }),
            actions.shareCallLink && button({ key: 'share', label: text('link.share'), symbol: 'share', onclick: actions.shareCallLink })),
        h('p', { class: 'visually-hidden', role: 'status' }, wasCopied && text('link.isCopied')));
}
