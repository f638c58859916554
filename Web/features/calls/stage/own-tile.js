import { isMirrored } from '../../../calls/capture/used-device.js';
import { avatar } from '../../../components/avatar.js';
import { h } from '../../../dom/h.js';
import { participantsOf } from '../people/people-state.js';
import { text } from '../../../texts/text.js';
import { dragToCorner } from './corner-drag.js';
import { floating, handMark, handStates } from '../gestures/gestures.js';
import { watchPicture } from './picture-fit.js';
import { showsOwn } from './stage-scene.js';
import { mediaStates, namePill, placed, tileLabel } from './tile-parts.js';

/** @typedef {import('../../../state/actions.js').Actions} Actions */
/** @typedef {import('./stage-layout.js').Corner} Corner */

/**
 * The own video, mirrored if the camera faces the person: over the other's picture in a corner, from where it can be moved; alone the whole
 * stage; else a tile like the others.
 * @param {import('../call-state.js').CallState} call
 * @param {import('../../../state/state.js').State['account']} account
 * @param {import('./stage-layout.js').StageLayout} layout
 * @param {Pick<Actions, 'moveOwn' | 'pictureShaped'>} actions
 */
export function ownTile(call, account, layout, actions) {
    const { isCameraOn, isMuted, quality, ownStream, view } = call;
    const name = account?.displayName ?? '';
    const isShown = showsOwn(call);
    const userId = account?.userId ?? 0;
    const states = [...handStates(call, userId), ...mediaStates(isMuted, isCameraOn)];
    const inCorner = layout.kind === 'pair';
    const isAway = layout.kind === 'alone' && !isShown;
    const kinds = ['tile', 'tile-own', inCorner && 'tile-corner', isAway && 'tile-away', layout.places.has('own') || 'tile-off'].filter(Boolean).join(' ');
    return h('div', {
        class: kinds, key: 'own', role: 'group', style: placed(layout, 'own'),
        'aria-label': tileLabel(text('tile.you'), states.length > 0 ? states : [text('tile.state.both')]),
    },
    h('div', { class: 'tile-face' },
        avatar(name, userId, 'large'),
        h('video', {
            mounted: (/** @type {Element} */ element) => watchPicture(element, (shape) => actions.pictureShaped('own', shape)), class: ['picture', isMirrored(call.used.camera) && 'picture-own', isShown || 'picture-off'].filter(Boolean).join(' '),
            srcObject: ownStream, autoplay: true, playsinline: true, 'aria-hidden': 'true', muted: true,
        }),
        namePill({ name: text('tile.you'), hand: handMark(call, userId), isMuted, isCameraOff: !isCameraOn && call.isVideo, quality: participantsOf(call).length > 0 ? quality.level : null, whose: 'own' }),
        floating(call, userId)),
    inCorner && moveHandle(view.corner, actions));
}

/**
 * A handle over the whole tile: dragged to another corner, or sent there by the arrow keys; pressed, it moves to the next.
 * @param {Corner} corner
 * @param {Pick<Actions, 'moveOwn'>} actions
 */
function moveHandle(corner, actions) {
    return h('button', {
        key: 'move', type: 'button', class: 'tile-move', title: text('tile.move'), 'aria-label': text('tile.move'), 'aria-description': text('tile.moveHow'),
        mounted: (/** @type {HTMLElement} */ element) => dragToCorner(element, actions.moveOwn),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
            const moved = cornerAfter(corner, event.key, document.documentElement.dir === 'rtl');
            if (moved === null) return;
            event.preventDefault();
            actions.moveOwn(moved);
        },
        onclick: (/** @type {MouseEvent} */ event) => {
            // Pointers drag; keys and screen readers press.
            if (event.detail === 0) actions.moveOwn(nextCorner(corner));
        },
    });
}

/** @type {Corner[]} around the stage */
const around = ['top-start', 'top-end', 'bottom-end', 'bottom-start'];

/** @param {Corner} corner */
export const nextCorner = (corner) => around[(around.indexOf(corner) + 1) % around.length];

/**
 * The corner to which an arrow key leads; null if it doesn't change.
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
