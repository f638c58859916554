import { button } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { card } from '../../components/screen.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * One window of a browser is the device; this one is not.
 * @param {State} state
 * @param {Actions} actions
 */
export function otherWindowView({ otherWindow }, actions) {
    const { wasHere, hasHandedOver, isBusy } = otherWindow;
    return card('other-window',
        h('span', { class: 'solo-symbol' }, icon('window')),
        heading(hasHandedOver ? 'The link is open in your other window' : 'This browser is open in another window', { key: 'title', takesFocus: false }),
        h('p', { class: 'lead' }, hasHandedOver
            ? 'Go on there. You can close this window.'
            : wasHere
            ? 'The other window has taken over. Calls ring there.'
            : 'Calls ring there. A browser is one device, and one window of it at a time is in use.'),
        button({ label: isBusy ? 'Taking over…' : 'Use it here', tone: hasHandedOver ? 'plain' : 'primary', onclick: actions.takeOver, isBusy, isWide: true }),
        h('p', { class: 'field-note' }, 'A call in the other window ends when you take over. When it is closed, this one takes its place.'));
}

/**
 * The browser lacks what the page is made of, or its storage is shut.
 * @param {Actions} actions
 */
export function brokenView(actions) {
    return card('broken',
        h('span', { class: 'solo-symbol' }, icon('alert')),
        heading('ECall cannot start here', { key: 'title', takesFocus: false }),
        h('p', { class: 'lead' }, 'It needs a current browser, its storage, and an address that begins with https:// or is on this computer. Private windows of some browsers have no storage.'),
        button({ label: 'Try again', tone: 'primary', symbol: 'retry', onclick: actions.reload, isWide: true }));
}

/** Before anything is known. */
export function loadingView() {
    return h('main', { class: 'solo', key: 'loading', 'aria-busy': 'true' },
        h('h1', { class: 'brand brand-waiting', tabindex: '-1' }, h('span', { class: 'brand-sign' }, icon('answer')), 'ECall'));
}
