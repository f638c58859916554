import { isMirrored } from '../../../calls/capture/used-device.js';
import { avatar } from '../../../components/avatar.js';
import { h } from '../../../dom/h.js';
import { participantsOf } from '../people/people-state.js';
import { text } from '../../../texts/text.js';
import { cornerHandle } from './corner-handle.js';
import { floating, handMark, handStates } from '../gestures/gestures.js';
import { watchPicture } from './picture-fit.js';
import { showsOwn } from './stage-scene.js';
import { mediaStates, namePill, placed, tileLabel } from './tile-parts.js';

/** @typedef {import('../../../state/actions.js').Actions} Actions */

/**
 * This person's video, mirrored if the camera faces them. In a call of two it is in a movable corner over the other's picture; alone it
 * fills the stage; otherwise it is a tile like the others.
 * @param {import('../call-state.js').CallState} call
 * @param {import('../../../state/state.js').State['account']} account
 * @param {import('./stage-layout.js').StageLayout} layout
 * @param {Pick<Actions, 'moveOwn' | 'swapOwn' | 'pictureShaped'>} actions
 */
export function ownTile(call, account, layout, actions) {
    const { isCameraOn, isMuted, quality, ownStream, view } = call;
    const name = account?.displayName ?? '';
    const isShown = showsOwn(call);
    const userId = account?.userId ?? 0;
    const states = [...handStates(call, userId), ...mediaStates(isMuted, isCameraOn)];
    const inCorner = layout.kind === 'pair' && !view.isSwapped;
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
            srcObject: ownStream, 'data-alone': layout.kind === 'grid' || layout.kind === 'speaker' ? undefined : '', autoplay: true, playsinline: true, 'aria-hidden': 'true', muted: true,
        }),
        namePill({ name: text('tile.you'), hand: handMark(call, userId), symbol: call.isSharing ? 'screen' : undefined, isMuted, isCameraOff: !isCameraOn && call.isVideo, quality: participantsOf(call).length > 0 ? quality.level : null, whose: 'own' }),
        floating(call, userId)),
    inCorner && cornerHandle(view, actions));
}
