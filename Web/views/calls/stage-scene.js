import { settled } from '../../state/spotlight.js';

/** @typedef {import('../../state/state.js').CallState} CallState */
/** @typedef {import('../../state/state.js').Participant} Participant */

/** Until the stage was drawn once, to be drawn at all. */
const undrawn = Object.freeze({ width: 1280, height: 800, top: 64, bottom: 96 });

/**
 * Whether somebody is seen, or what they share is.
 * @param {Participant} participant
 */
export const showsPicture = ({ screen, hasPicture, isVideoEnabled }) => screen !== null || (hasPicture && isVideoEnabled);

/** @param {CallState} call */
export const showsOwn = ({ isCameraOn, ownStream }) => isCameraOn && ownStream !== null;

/**
 * Those in a call in the order of their places.
 * @param {CallState} call
 */
const inPlaces = ({ participants }) => [...participants].sort((one, other) => one.slot - other.slot);

/**
 * Who is large where one is: whom the person has pinned, else who shares a screen, else who spoke last.
 * @param {CallState} call
 * @param {number} now Unix milliseconds
 * @returns {number | null}
 */
export function mainPerson(call, now) {
    const others = inPlaces(call);
    const isHere = (/** @type {number | null} */ userId) => others.some((one) => one.userId === userId);
    const { pinned, spotlight } = call.view;
    if (isHere(pinned)) return pinned;
    const sharing = others.find(({ screen }) => screen !== null);
    if (sharing) return sharing.userId;
    const { userId } = settled(spotlight, now);
    return isHere(userId) ? userId : others[0]?.userId ?? null;
}

/**
 * Whether one is shown large, the others small.
 * @param {CallState} call
 */
export function isSpeakerView({ participants, view }) {
    if (participants.length < 2) return false;
    if (participants.some(({ userId }) => userId === view.pinned)) return true;
    return view.mode === 'auto' ? participants.some(({ screen }) => screen !== null) : view.mode === 'speaker';
}

/**
 * What the places of the tiles follow from.
 * @param {CallState} call
 * @param {number} now Unix milliseconds
 * @returns {import('./stage-layout.js').Scene}
 */
export function sceneOf(call, now) {
    const { view } = call;
    const others = inPlaces(call);
    const seen = others.filter(showsPicture);
    const shapeOf = (/** @type {number | 'own'} */ id) => view.shapes[id] ?? 0;
    return {
        others: others.map(({ userId }) => userId), hasPictures: seen.length > 0,
        shapes: seen.map(({ userId }) => shapeOf(userId)).filter((shape) => shape > 0),
        ownShape: showsOwn(call) ? shapeOf('own') || 4 / 3 : null,
        isSpeaker: isSpeakerView(call), main: mainPerson(call, now), page: view.page, corner: view.corner, size: view.size ?? undrawn,
    };
}
