import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { text } from '../../../texts/text.js';
import { qualityBars } from '../quality.js';
import { isHeld } from '../protection/trust-labels.js';

/** @typedef {import('../../../texts/text.js').Words} Words */
/** @typedef {import('./stage-layout.js').StageLayout} StageLayout */
/** @typedef {import('./stage-layout.js').TileId} TileId */

/**
 * The place of a tile, for the style sheet. A tile on another page has no size, so that its picture isn't received, and is placed beside
 * the stage, on the side from which it will slide in.
 * @param {StageLayout} layout
 * @param {TileId} id
 */
export function placed(layout, id) {
    const place = layout.places.get(id) ?? layout.aside.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { '--x': `${place.x}px`, '--y': `${place.y}px`, '--w': `${place.width}px`, '--h': `${place.height}px` };
}

/**
 * The person and their states, for screen readers.
 * @param {Words} name
 * @param {import('../../../texts/text.js').Text[]} states
 * @returns {Words}
 */
export const tileLabel = (name, states) => ({ format: 'list', items: [name, ...states], isPlain: true });

/**
 * @param {boolean} isMuted
 * @param {boolean} isVideoEnabled
 */
export const mediaStates = (isMuted, isVideoEnabled) => [...(isMuted ? [text('tile.state.muted')] : []), ...(isVideoEnabled ? [] : [text('tile.state.cameraOff')])];

/**
 * In order of importance.
 * @param {import('../call-state.js').Participant} participant
 */
export function statesOf({ isRecording, trust, keepsOut, isOnHold, isAway, isMuted, isVideoEnabled }) {
    return [
        ...(isRecording ? [text('tile.state.recording')] : []), ...(isHeld(trust) ? [text('tile.notLetIn')] : []), ...(keepsOut ? [text('tile.keepsOut')] : []),
        ...(isOnHold ? [text('tile.state.onHold')] : isAway ? [text('tile.state.reconnecting')] : []),
        ...(trust === 'new' ? [text('tile.state.new')] : []), ...mediaStates(isMuted, isVideoEnabled),
    ];
}

/**
 * The name with its marks: each is recognizable by its shape, and named again in the label of the tile.
 * @param {object} marks
 * @param {Words} marks.name
 * @param {import('../../../dom/h.js').Content} [marks.hand]
 * @param {boolean} [marks.isRecording]
 * @param {boolean} marks.isMuted
 * @param {boolean} [marks.isCameraOff] where others have theirs on
 * @param {boolean} [marks.isPinned]
 * @param {import('../../../icons.js').IconName} [marks.symbol] the symbol, if the tile isn't a person
 * @param {import('../../../key-distribution/device-pins.js').DeviceTrust | null} [marks.trust]
 * @param {import('../../../calls/quality/quality-level.js').QualityLevel | null} marks.quality null: not shown
 * @param {'own' | 'other'} marks.whose
 */
export function namePill({ name, hand = null, isRecording, isMuted, isCameraOff, isPinned, symbol, trust = null, quality, whose }) {
    return h('span', { class: 'tile-name', key: 'name' },
        hand,
        isRecording && h('span', { key: 'recording', class: 'tile-recording' }, icon('record')),
        symbol && h('span', { key: 'symbol', class: 'tile-mark' }, icon(symbol)),
        isPinned && h('span', { key: 'pinned', class: 'tile-mark' }, icon('pin')),
        isMuted && h('span', { key: 'muted', class: 'tile-mark' }, icon('micOff')),
        isCameraOff && h('span', { key: 'camera', class: 'tile-mark' }, icon('videoOff')),
        isHeld(trust) && h('span', { key: 'held', class: 'tile-mark tile-mark-bad' }, icon('alert')),
        trust === 'new' && h('span', { key: 'new', class: 'tile-mark' }, icon('info')),
        h('span', { class: 'tile-words', 'aria-hidden': 'true' }, name),
        quality !== null && qualityBars(quality, whose));
}

/**
 * One tile is reached by Tab, the others from there by arrow keys: fifty people must not be fifty tab stops before the controls.
 * @param {{ id: Exclude<TileId, 'own' | 'ringing'>, name: Words }} tile
 * @param {boolean} isPinned
 * @param {StageLayout} layout
 * @param {Pick<import('../../../state/actions.js').Actions, 'pin'>} actions
 */
export function pinButton({ id, name }, isPinned, layout, actions) {
    const label = text(isPinned ? 'tile.unpin' : 'tile.pin', { name });
    const first = [...layout.places.keys()].find((one) => one !== 'own' && one !== 'ringing');
    return h('button', {
        key: 'pin', type: 'button', class: 'tile-pin', title: label, 'aria-label': label, 'aria-pressed': String(isPinned), tabindex: id === first ? 0 : -1,
        onclick: () => actions.pin(isPinned ? null : id),
    }, icon(isPinned ? 'unpin' : 'pin'));
}
