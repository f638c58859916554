import { button } from '../../../components/button.js';
import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { text } from '../../../texts/text.js';
import { watchHeight, watchShape } from './picture-fit.js';
import { screenOf } from './stage-scene.js';
import { watchZoom } from './zoom-watch.js';
import { namePill, pinButton, placed, tileLabel } from './tile-parts.js';

/** @typedef {import('../call-state.js').CallState} CallState */
/** @typedef {import('../../../state/actions.js').Actions} Actions */

/**
 * A shared screen: whole and undistorted. The person also has a tile of their own.
 * @param {import('../call-state.js').Participant} participant
 * @param {CallState} call
 * @param {import('./stage-layout.js').StageLayout} layout
 * @param {string} output
 * @param {Pick<Actions, 'tileSized' | 'pictureShaped' | 'pin'>} actions
 */
export function screenTile({ userId, name, screen }, call, layout, output, actions) {
    const id = screenOf(userId);
    const label = text('screen.of', { name });
    const isPinned = call.view.pinned === id;
    const kinds = ['tile', 'tile-screen', layout.main === id && 'tile-main', layout.places.has(id) || 'tile-off'].filter(Boolean).join(' ');
    return h('div', {
        class: kinds, key: id, style: placed(layout, id), role: 'group', 'aria-label': tileLabel(label, []),
        mounted: (/** @type {HTMLElement} */ element) => {
            watchHeight(element, (height) => actions.tileSized(id, height));
            watchZoom(element, () => actions.pin(id));
        },
    },
    h('div', { class: 'tile-face' },
        h('video', { key: 'screen', mounted: (/** @type {Element} */ element) => watchShape(element, (shape) => actions.pictureShaped(id, shape)), class: screen === null ? 'picture picture-screen picture-off' : 'picture picture-screen', srcObject: screen, output, autoplay: true, playsinline: true, 'aria-hidden': 'true' }),
        namePill({ name: label, isMuted: false, isPinned, symbol: 'screen', quality: null, whose: 'other' })),
    pinButton({ id, name: label }, isPinned, layout, actions));
}

/**
 * Shown over the call while this person shares: their own screen is not shown to them again.
 * @param {CallState} call
 * @param {Pick<Actions, 'toggleScreen'>} actions
 */
export function sharingBar({ isSharing, phase }, { toggleScreen }) {
    return h('div', { key: 'sharing', class: 'call-sharing', role: 'group', 'aria-label': text('screen.share') },
        h('p', { class: 'call-sharing-words', role: 'status', key: 'words' }, isSharing && [icon('screen'), h('span', { key: 'said' }, text('screen.sharing'))]),
        isSharing && phase === 'inCall' && button({ key: 'stop', label: text('screen.stopShort'), tone: 'plain', onclick: () => toggleScreen?.() }));
}
