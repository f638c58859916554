import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';

/** @typedef {import('./offers.js').Offer} Offer */
/** @typedef {import('../../texts/text.js').PlainKey} PlainKey */

/** @type {Readonly<Record<Offer, { words: PlainKey, accept: PlainKey | null, symbol: import('../../icons.js').IconName }>>} */
const parts = Object.freeze({
    notifications: { words: 'offer.notifications', accept: 'permissions.allow', symbol: 'bell' },
    install: { words: 'offer.install', accept: 'offer.install.do', symbol: 'phoneDevice' },
    homeScreen: { words: 'offer.homeScreen', accept: null, symbol: 'phoneDevice' },
});

/**
 * @param {Offer} offer
 * @param {import('../../state/actions.js').Actions} actions
 */
export function offerBanner(offer, actions) {
    const { words, accept, symbol } = parts[offer];
    return h('section', { class: 'banner banner-offer', key: `banner-offer-${offer}`, 'aria-label': text('offer.title') },
        icon(symbol), h('p', { role: 'status' }, text(words)),
        h('span', { class: 'banner-buttons' },
            button({ key: 'later', label: text(accept === null ? 'contacts.gone.read' : 'name.skip'), tone: 'quiet', onclick: actions.declineOffer }),
            accept !== null && button({ key: 'accept', label: text(accept), tone: 'primary', onclick: actions.acceptOffer })));
}
