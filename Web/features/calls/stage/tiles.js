import { avatar } from '../../../components/avatar.js';
import { h } from '../../../dom/h.js';
import { participantsOf } from '../people/people-state.js';
import { text } from '../../../texts/text.js';
import { floating, handMark, handStates } from '../gestures/gestures.js';
import { cornerHandle } from './corner-handle.js';
import { ownTile } from './own-tile.js';
import { watchHeight, watchPicture } from './picture-fit.js';
import { stageLayout } from './stage-layout.js';
import { ringingTile } from './ringing-tile.js';
import { screenTile } from './screen-tile.js';
import { sceneOf, sharers, shares, showsOthers, showsOwn, showsPicture, tilesOf } from './stage-scene.js';
import { moveAmong, watchStage } from './stage-watch.js';
import { watchSwipes } from './swipe.js';
import { namePill, pinButton, placed, statesOf, tileLabel } from './tile-parts.js';
import { isHeld } from '../protection/trust-labels.js';

/** @typedef {import('../call-state.js').CallState} CallState */
/** @typedef {import('../call-state.js').Participant} Participant */
/** @typedef {Pick<import('../../../state/actions.js').Actions, 'tileSized' | 'stageSized' | 'pictureShaped' | 'pin' | 'moveOwn' | 'swapOwn' | 'previousPage' | 'nextPage'>} StageActions */

/** In pixels: the requested height of a single tile's picture. */
const aloneHeight = 720;

const noActions = Object.freeze({ tileSized: () => {}, stageSized: () => {}, pictureShaped: () => {}, pin: () => {}, moveOwn: () => {}, swapOwn: () => {}, previousPage: () => {}, nextPage: () => {} });

/**
 * The video. Tiles lie on top of a stage that never changes its size, and are placed by transforms, so that nothing else moves when someone
 * joins or leaves.
 * @param {CallState} call
 * @param {import('../../../state/state.js').State['account']} account
 * @param {string} output the loudspeaker that plays them
 * @param {number} now Unix milliseconds
 * @param {StageActions} [actions]
 */
export function stage(call, account, output, now, actions = noActions) {
    const participants = participantsOf(call);
    const layout = stageLayout(sceneOf(call, now));
    const isAudio = !showsOwn(call) && !showsOthers(call);
    const kinds = ['stage', `stage-${layout.kind}`, isAudio && 'stage-audio', call.view.size === null && 'stage-undrawn'].filter(Boolean).join(' ');
    return h('div', {
        class: kinds, key: 'stage', 'data-others': participants.length, 'data-corner': call.view.corner, 'data-turn': layout.turns, onkeydown: moveAmong,
        mounted: (/** @type {HTMLElement} */ element) => {
            watchStage(element, actions.stageSized);
            watchSwipes(element, (step) => (step > 0 ? actions.nextPage() : actions.previousPage()));
        },
    },
    participants.length === 0 && waiting(call),
    participants.map((participant) => remoteTile(participant, call, layout, output, actions)),
    sharers(call).map((participant) => screenTile(participant, call, layout, output, actions)),
    ringingTile(call, layout),
    ownTile(call, account, layout, actions));
}

/** @param {CallState} call */
function waiting({ peer, phase }) {
    return h('div', { class: 'waiting', key: 'waiting' },
        h('div', { class: phase === 'outgoing' ? 'ripple' : '' }, avatar(peer.name, peer.userId, 'large')));
}

/**
 * @param {Participant} participant
 * @param {CallState} call
 * @param {import('./stage-layout.js').StageLayout} layout
 * @param {string} output
 * @param {StageActions} actions
 */
function remoteTile(participant, call, layout, output, actions) {
    const { userId, name, camera, isMuted, isSpeaking, isVideoEnabled, isAway, isOnHold, isRecording, quality, trust } = participant;
    const shows = showsPicture(participant);
    const isPinned = call.view.pinned === userId;
    const isAlone = tilesOf(call).length === 1;
    const isSmall = layout.kind === 'pair' && call.view.isSwapped;
    const mounted = (/** @type {Element} */ element) => watchHeight(element, (height) => actions.tileSized(userId, height));
    const shaped = (/** @type {Element} */ element) => watchPicture(element, (shape) => actions.pictureShaped(userId, shape));
    const kinds = ['tile', isAway && 'tile-reconnecting', isSpeaking && 'tile-speaking', isSmall && 'tile-corner', layout.main === userId && 'tile-main', layout.places.has(userId) || 'tile-off'].filter(Boolean).join(' ');
    return h('div', {
        class: kinds, mounted, key: userId, style: placed(layout, userId), role: 'group', 'aria-label': tileLabel(name, [...handStates(call, userId), ...statesOf(participant)]),
        'data-least': isAlone && !isSmall ? aloneHeight : undefined,
        ondblclick: !isAlone ? () => actions.pin(isPinned ? null : userId) : undefined,
    },
    h('div', { class: 'tile-face' },
        avatar(name, userId, 'large'),
        h('video', { key: 'camera', mounted: shaped, class: shows ? 'picture' : 'picture picture-off', srcObject: camera, output, autoplay: true, playsinline: true, 'aria-hidden': 'true', 'data-alone': layout.kind === 'pair' || layout.main === userId ? '' : undefined }),
        note(participant, isAlone && !isSmall),
        namePill({
            name, hand: handMark(call, userId), symbol: shares(participant) ? 'screen' : undefined, isRecording, isMuted, isCameraOff: call.isVideo && !isVideoEnabled, isPinned, trust,
            quality: isAway ? null : quality, whose: 'other',
        }),
        floating(call, userId)),
    isSmall && cornerHandle(call.view, actions),
    !isAlone && pinButton({ id: userId, name }, isPinned, layout, actions));
}

/**
 * Why a person's picture is not updated. A single tile has room for the whole sentence; otherwise the name beside it is enough.
 * @param {Participant} participant
 * @param {boolean} isAlone
 */
function note({ name, isOnHold, isAway, trust, keepsOut }, isAlone) {
    if (isOnHold || isAway) {
        return h('p', { key: 'note', class: 'tile-note', 'aria-hidden': 'true' },
            isAlone ? text(isOnHold ? 'tile.onHold' : 'call.reconnecting', { name }) : text(isOnHold ? 'tile.held' : 'call.phase.reconnecting'));
    }
    if (keepsOut) return h('p', { key: 'kept-out', class: 'tile-note', 'aria-hidden': 'true' }, isAlone ? text('protection.keepsOut', { name }) : text('tile.keepsOut'));
    return isHeld(trust) && h('p', { key: 'not-in', class: 'tile-note', 'aria-hidden': 'true' }, text('tile.notLetIn'));
}
