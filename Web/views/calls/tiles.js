import { avatar } from '../../components/avatar.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { keepFit, watchHeight } from './picture-fit.js';
import { qualityBars } from './quality.js';
import { isHeld } from './trust-labels.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/state.js').CallState} CallState */
/** @typedef {import('../../state/state.js').Participant} Participant */

/**
 * The video. Tiles lie on top of a stage that never changes its size, and are put in their places by transforms: as
 * somebody comes or goes nothing else moves.
 * @param {CallState} call
 * @param {State['account']} account
 * @param {string} output by which loudspeaker they are heard
 * @param {(userId: number, height: number) => void} [sized] how high each tile of others is
 */
export function stage(call, account, output, sized = () => {}) {
    const count = call.participants.length;
    return h('div', { class: 'stage', key: 'stage', 'data-others': count > 4 ? 'many' : count },
        count === 0 && waiting(call),
        call.participants.map((participant) => remoteTile(participant, count === 1, output, sized)),
        ownTile(call, account, count === 3));
}

/**
 * Nobody else is here yet, or any more.
 * @param {CallState} call
 */
function waiting({ peer, phase }) {
    return h('div', { class: 'waiting', key: 'waiting' },
        h('div', { class: phase === 'outgoing' ? 'ripple' : '' }, avatar(peer.name, peer.userId, 'large')));
}

/**
 * @param {Participant} participant
 * @param {boolean} isAlone nobody else is in the call: there is place for all that is to be said; else the name beside it is enough
 * @param {string} output
 * @param {(userId: number, height: number) => void} sized
 */
function remoteTile({ userId, name, slot, camera, screen, hasPicture, isMuted, isVideoEnabled, isReconnecting, isOnHold, isRecording, quality, trust }, isAlone, output, sized) {
    const shows = screen !== null || (hasPicture && isVideoEnabled);
    const notIn = isHeld(trust);
    const states = [...(isRecording ? [text('tile.state.recording')] : []), ...(notIn ? [text('tile.notLetIn')] : []), ...(isOnHold ? [text('tile.state.onHold')] : isReconnecting ? [text('tile.state.reconnecting')] : []), ...mediaStates(isMuted, isVideoEnabled)];
    const mounted = (/** @type {Element} */ element) => watchHeight(element, (height) => sized(userId, height));
    return h('div', { class: isReconnecting ? 'tile tile-reconnecting' : 'tile', mounted, key: userId, 'data-slot': slot, role: 'group', 'aria-label': tileLabel(name, states) },
        h('div', { class: 'tile-face' },
            avatar(name, userId, 'large'),
            h('video', { key: 'camera', mounted: keepFit, class: shows && screen === null ? 'picture' : 'picture picture-off', srcObject: camera, output, autoplay: true, playsinline: true, 'aria-hidden': 'true' }),
            screen !== null && h('video', { key: 'screen', class: 'picture picture-screen', srcObject: screen, output, autoplay: true, playsinline: true, 'aria-hidden': 'true' }),
            (isOnHold || isReconnecting) && h('p', { key: 'note', class: 'tile-note', 'aria-hidden': 'true' }, isAlone ? text(isOnHold ? 'tile.onHold' : 'call.reconnecting', { name }) : text(isOnHold ? 'tile.held' : 'call.phase.reconnecting')),
            notIn && !isOnHold && !isReconnecting && h('p', { key: 'not-in', class: 'tile-note', 'aria-hidden': 'true' }, text('tile.notLetIn')),
            h('span', { class: 'tile-name' },
                isRecording && h('span', { key: 'recording', class: 'tile-recording' }, icon('record')), isMuted && icon('micOff'), h('span', { class: 'tile-words', 'aria-hidden': 'true' }, name),
                !isReconnecting && qualityBars(quality, 'other'))));
}

/**
 * Who it is, and what is to be known of them, for who does not see it.
 * @param {import('../../texts/text.js').Words} name
 * @param {import('../../texts/text.js').Text[]} states
 * @returns {import('../../texts/text.js').Words}
 */
const tileLabel = (name, states) => ({ format: 'list', items: [name, ...states], isPlain: true });

/**
 * @param {boolean} isMuted
 * @param {boolean} isVideoEnabled
 */
const mediaStates = (isMuted, isVideoEnabled) => [...(isMuted ? [text('tile.state.muted')] : []), ...(isVideoEnabled ? [] : [text('tile.state.cameraOff')])];

/**
 * The own video, mirrored as people know it: in a corner, or as the fourth of four.
 * @param {CallState} call
 * @param {State['account']} account
 * @param {boolean} isFourth
 */
function ownTile({ ownStream, isCameraOn, isMuted, participants, quality }, account, isFourth) {
    const name = account?.displayName ?? '';
    const isShown = isCameraOn && ownStream !== null;
    const states = mediaStates(isMuted, isCameraOn);
    const kind = isFourth ? 'tile tile-own tile-fourth' : 'tile tile-own tile-corner';
    return h('div', { class: isShown || participants.length > 0 ? kind : `${kind} tile-away`, key: 'own', role: 'group', 'aria-label': tileLabel(text('tile.you'), states.length > 0 ? states : [text('tile.state.both')]) },
        h('div', { class: 'tile-face' },
            avatar(name, account?.userId ?? 0, isFourth ? 'large' : 'medium'),
            h('video', { mounted: keepFit, class: isShown ? 'picture picture-own' : 'picture picture-own picture-off', srcObject: ownStream, autoplay: true, playsinline: true, 'aria-hidden': 'true', muted: true }),
            h('span', { class: 'tile-name' },
                isMuted && icon('micOff'), h('span', { class: 'tile-words', 'aria-hidden': 'true' }, text('tile.you')),
                participants.length > 0 && qualityBars(quality.level, 'own'))));
}
