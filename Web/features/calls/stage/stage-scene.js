import { othersOf, participantsOf, rings } from '../people/people-state.js';
import { settled } from './spotlight.js';

/** @typedef {import('../call-state.js').CallState} CallState */
/** @typedef {import('../call-state.js').Participant} Participant */

/** Assumed until the stage was drawn once, so that it can be drawn at all. */
const undrawn = Object.freeze({ width: 1280, height: 800, top: 64, bottom: 96 });

/** @typedef {import('./stage-layout.js').TileId} TileId */

/** @param {Participant} participant */
export const showsPicture = ({ hasPicture, isVideoEnabled }) => hasPicture && isVideoEnabled;

/** @param {Pick<Participant, 'sharingSince'>} participant */
export const shares = ({ sharingSince }) => sharingSince !== null;

/** @param {Pick<CallState, 'members'>} call */
export const showsOthers = (call) => participantsOf(call).some((one) => showsPicture(one) || shares(one));

/**
 * @param {number} userId
 * @returns {import('./stage-layout.js').ScreenId}
 */
export const screenOf = (userId) => `screen-${userId}`;

/**
 * @param {TileId | null} id
 * @returns {id is import('./stage-layout.js').ScreenId}
 */
export const isScreen = (id) => typeof id === 'string' && id.startsWith('screen-');

/** @param {Pick<CallState, 'members'>} call */
export const sharers = (call) => participantsOf(call).filter(shares).sort((one, other) => (other.sharingSince ?? 0) - (one.sharingSince ?? 0) || (one.slot ?? 0) - (other.slot ?? 0));

/** @param {CallState} call */
export const showsOwn = ({ isCameraOn, ownStream }) => isCameraOn && ownStream !== null;

/** @param {CallState} call */
const inPlaces = (call) => participantsOf(call).sort((one, other) => (one.slot ?? 0) - (other.slot ?? 0));

/**
 * Those who still ring while others are in the call share one tile, however many they are.
 * @param {Pick<CallState, 'members'>} call
 */
export const stillRinging = (call) => (participantsOf(call).length > 0 ? othersOf(call).filter(rings) : []);

/**
 * All tiles except this person's: screens, then people, then those who ring.
 * @param {CallState} call
 * @returns {TileId[]}
 */
export const tilesOf = (call) => [
    ...sharers(call).map(({ userId }) => screenOf(userId)), ...inPlaces(call).map(({ userId }) => userId), ...(stillRinging(call).length > 0 ? [/** @type {const} */ ('ringing')] : []),
];

/**
 * The large tile, if there is one: the pinned one, else the screen shared last, else the last speaker.
 * @param {CallState} call
 * @param {number} now Unix milliseconds
 * @returns {TileId | null}
 */
export function mainTile(call, now) {
    const { pinned } = call.view;
    if (pinned !== null && tilesOf(call).includes(pinned)) return pinned;
    const [newest] = sharers(call);
    return newest ? screenOf(newest.userId) : lastSpeaker(call, now);
}

/**
 * @param {CallState} call
 * @param {number} now Unix milliseconds
 * @returns {number | null}
 */
function lastSpeaker(call, now) {
    const others = inPlaces(call);
    const { userId } = settled(call.view.spotlight, now);
    return others.some((one) => one.userId === userId) ? userId : others[0]?.userId ?? null;
}

/** @param {CallState} call */
export function isSpeakerView(call) {
    const { view } = call;
    const tiles = tilesOf(call);
    if (tiles.length < 2) return false;
    if (view.pinned !== null && tiles.includes(view.pinned)) return true;
    return view.mode === 'auto' ? sharers(call).length > 0 : view.mode === 'speaker';
}

/**
 * @param {CallState} call
 * @param {number} now Unix milliseconds
 * @returns {import('./stage-layout.js').Scene}
 */
export function sceneOf(call, now) {
    const { view } = call;
    const others = inPlaces(call);
    const seen = others.filter(showsPicture);
    const shapeOf = (/** @type {TileId} */ id) => view.shapes[id] ?? 0;
    const main = mainTile(call, now);
    return {
        others: tilesOf(call), hasPictures: showsOthers(call),
        shapes: seen.map(({ userId }) => shapeOf(userId)).filter((shape) => shape > 0),
        ownShape: showsOwn(call) ? shapeOf('own') || 4 / 3 : null,
        isSpeaker: isSpeakerView(call), main, ...(isScreen(main) && { mainShape: shapeOf(main) || 16 / 9 }), speaker: lastSpeaker(call, now), page: view.page, corner: view.corner, isSwapped: view.isSwapped, size: view.size ?? undrawn,
    };
}
