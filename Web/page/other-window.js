import { button } from '../components/button.js';
import { heading } from '../components/heading.js';
import { card } from '../components/screen.js';
import { h } from '../dom/h.js';
import { icon } from '../icons.js';
import { text } from '../texts/text.js';

/** @typedef {import('../state/actions.js').Actions} Actions */

/**
 * One window of a browser is the device; this one is not.
 * @param {import('../state/state.js').State} state
 * @param {Actions} actions
 */
export function otherWindowView({ otherWindow }, actions) {
    const { wasHere, hasHandedOver, isBusy } = otherWindow;
    return card('other-window',
        h('span', { class: 'solo-symbol' }, icon('window')),
        heading(text(hasHandedOver ? 'windows.handedOver.title' : 'windows.other.title'), { key: 'title', takesFocus: false }),
        h('p', { class: 'lead' }, text(hasHandedOver ? 'windows.handedOver.text' : wasHere ? 'windows.takenOver' : 'windows.other.text')),
        button({ label: text(isBusy ? 'windows.taking' : 'windows.use'), tone: hasHandedOver ? 'plain' : 'primary', onclick: actions.takeOver, isBusy, isWide: true }),
        h('p', { class: 'field-note' }, text('windows.note')));
}

/**
 * The browser lacks features that the page needs, or its storage is blocked.
 * @param {Actions} actions
 */
export function brokenView(actions) {
    return card('broken',
        h('span', { class: 'solo-symbol' }, icon('alert')),
        heading(text('broken.title'), { key: 'title', takesFocus: false }),
        h('p', { class: 'lead' }, text('broken.text')),
        button({ label: text('common.tryAgain'), tone: 'primary', symbol: 'retry', onclick: actions.reload, isWide: true }));
}

export function loadingView() {
    return h('main', { class: 'solo', key: 'loading', 'aria-busy': 'true' },
        h('h1', { class: 'brand brand-waiting', tabindex: '-1' }, h('span', { class: 'brand-sign' }, icon('answer')), text('common.brand')));
}
