import { h } from '../../../dom/h.js';
import { text } from '../../../texts/text.js';
import { dragToCorner } from './corner-drag.js';

/** @typedef {import('./stage-layout.js').Corner} Corner */

/**
 * A handle over the whole small picture of a call of two. Pressing it swaps the small picture with the large one; dragging it, or the arrow
 * keys, moves it to another corner.
 * @param {import('./call-view.js').CallView} view
 * @param {Pick<import('../../../state/actions.js').Actions, 'moveOwn' | 'swapOwn'>} actions
 */
export const cornerHandle = ({ corner }, actions) => h('button', {
    key: 'move', type: 'button', class: 'tile-move', title: text('tile.swap'), 'aria-label': text('tile.swap'), 'aria-description': text('tile.swapHow'),
    mounted: (/** @type {HTMLElement} */ element) => dragToCorner(element, actions.moveOwn),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const moved = cornerAfter(corner, event.key, document.documentElement.dir === 'rtl');
        if (moved === null) return;
        event.preventDefault();
        actions.moveOwn(moved);
    },
    onclick: actions.swapOwn,
});

/**
 * The corner to which an arrow key moves it; null if it doesn't change.
 * @param {Corner} corner
 * @param {string} key
 * @param {boolean} isFromRight lines run from right to left
 * @returns {Corner | null}
 */
export function cornerAfter(corner, key, isFromRight) {
    const [forward, backward] = isFromRight ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    let [block, inline] = [corner.startsWith('top') ? 'top' : 'bottom', corner.endsWith('start') ? 'start' : 'end'];
    if (key === 'ArrowUp') block = 'top';
    else if (key === 'ArrowDown') block = 'bottom';
    else if (key === forward) inline = 'end';
    else if (key === backward) inline = 'start';
    else return null;
    return /** @type {Corner} */ (`${block}-${inline}`);
}
