import { iconButton } from '../../components/button.js';
import { menu } from '../../components/menu.js';
import { h } from '../../dom/h.js';
import { participantsOf } from './people/people-state.js';
import { text } from '../../texts/text.js';
import { handPlace, reactionRow } from './gestures/gestures.js';
import { peopleButton } from './people/people-panel.js';
import { hasPagerBeside, stageLayout } from './stage/stage-layout.js';
import { isSpeakerView, sceneOf, showsOthers, tilesOf } from './stage/stage-scene.js';
import { isHeld } from './protection/trust-labels.js';

/** @typedef {import('./call-state.js').CallState} CallState */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * Whether the header and the controls hide: there was no input for a while, there is something to look at, and nothing that the person must
 * know or answer. The style sheet also keeps them while they contain the focus.
 * @param {CallState} call
 */
export function leavesPictures(call) {
    const { phase, connection, showsProtection, isUnheard, isTalking, view } = call;
    return view.isIdle && !view.showsKeys && !showsProtection && !isUnheard && !isTalking && phase === 'inCall' && connection === 'connected'
        && showsOthers(call) && !participantsOf(call).some(({ trust }) => isHeld(trust));
}

/**
 * @param {CallState} call
 * @param {number} ownUser
 * @param {Actions} actions
 * @param {boolean} [flips] whether turning the camera is one of them
 */
export function controls(call, ownUser, actions, flips = false) {
    const { isMuted, isCameraOn, isSharing, phase } = call;
    const isOver = phase === 'ending';
    return h('footer', { class: 'call-controls', role: 'group', 'aria-label': text('call.controls') },
        iconButton({
            key: 'mute', label: text(isMuted ? 'call.unmute' : 'call.mute'), caption: text(isMuted ? 'call.unmute' : 'call.mute'), symbol: isMuted ? 'micOff' : 'mic',
            tone: isMuted ? 'on' : 'glass', size: 'large', isDisabled: isOver, keys: isMuted ? ['M', 'Space'] : ['M'], onclick: actions.toggleMute,
        }),
        iconButton({
            key: 'camera', label: text(isCameraOn ? 'call.turnCameraOff' : 'call.turnCameraOn'), caption: text(isCameraOn ? 'call.cameraOff' : 'call.cameraOn'),
            symbol: isCameraOn ? 'video' : 'videoOff', tone: isCameraOn ? 'glass' : 'on', size: 'large', isDisabled: isOver, keys: ['V'], onclick: actions.toggleCamera,
        }),
        actions.toggleScreen !== null && iconButton({
            key: 'screen', label: text(isSharing ? 'screen.stop' : 'screen.share'), caption: text(isSharing ? 'screen.stopShort' : 'screen.shareShort'), symbol: 'screen',
            tone: isSharing ? 'on' : 'glass', size: 'large', isDisabled: phase !== 'inCall', keys: ['S'], onclick: actions.toggleScreen,
        }),
        peopleButton(call, actions),
        more(call, ownUser, actions, flips),
        iconButton({
            key: 'end', label: text('call.endCall'), caption: text('call.end'), symbol: 'hangUp', tone: 'danger', size: 'large', isDisabled: isOver, onclick: actions.hangUp,
        }));
}

/**
 * The rarely used controls. They appear and disappear in here, so that the main controls keep their places.
 * @param {CallState} call
 * @param {number} ownUser
 * @param {Actions} actions
 * @param {boolean} flips
 */
function more(call, ownUser, actions, flips) {
    const { view, isSharing } = call;
    const { toggleFullScreen, showPictureInPicture, toggleSpeakerView } = actions;
    const isSpeaker = isSpeakerView(call);
    return menu('call-more', text('call.more'), [
        { key: 'hand', label: text(handPlace(call, ownUser) === null ? 'hand.raise' : 'hand.lower'), symbol: 'hand', isDisabled: call.phase !== 'inCall', onclick: actions.toggleHand },
        tilesOf(call).length > 1 && { key: 'layout', label: text(isSpeaker ? 'call.showGrid' : 'call.showSpeaker'), symbol: isSpeaker ? 'grid' : 'speakerView', onclick: toggleSpeakerView },
        toggleFullScreen !== null && { key: 'full', label: text(view.isFull ? 'call.leaveFullScreen' : 'call.fullScreen'), symbol: view.isFull ? 'shrink' : 'enlarge', onclick: toggleFullScreen },
        showPictureInPicture !== null && showsOthers(call) && { key: 'picture', label: text('call.pictureInPicture'), symbol: 'pictureInPicture', onclick: showPictureInPicture },
        flips && { key: 'flip', label: text('capture.flip'), symbol: 'turn', onclick: actions.flipCamera },
        isSharing && { key: 'another', label: text('screen.another'), symbol: 'screen', onclick: actions.shareAnother },
        { key: 'devices', label: text('sound.title'), symbol: 'settings', onclick: actions.toggleDevices },
        { key: 'keys', label: text('keys.shortcuts'), symbol: 'keyboard', onclick: actions.toggleKeys },
    ], false, reactionRow(call, actions));
}

/**
 * Between pages of people, if there are several.
 * @param {CallState} call
 * @param {number} now Unix milliseconds
 * @param {Actions} actions
 */
export function pager(call, now, actions) {
    const scene = sceneOf(call, now);
    const { page, pages } = stageLayout(scene);
    if (pages < 2) return null;
    return h('div', { class: hasPagerBeside(scene.size) ? 'call-pages call-pages-beside' : 'call-pages', key: 'pages', role: 'group', 'aria-label': text('call.pages') },
        iconButton({ key: 'previous', label: text('keys.previousPage'), symbol: 'back', tone: 'glass', isDisabled: page === 0, onclick: actions.previousPage }),
        h('span', { class: 'call-page', role: 'status', key: 'page' }, text('call.page', { page: page + 1, pages })),
        iconButton({ key: 'next', label: text('keys.nextPage'), symbol: 'onward', tone: 'glass', isDisabled: page === pages - 1, onclick: actions.nextPage }));
}
