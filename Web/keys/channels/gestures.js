/**
 * The reactions that a person can show everyone in a call at once.
 * @typedef {'thumbsUp' | 'heart' | 'laugh' | 'surprise' | 'applause' | 'celebration'} Reaction
 */
/**
 * Whether a person raises their hand, and their newest reaction, as every report says (e2ee 5, `report`): `reaction` is null if none is
 * still to be shown. `count` changes with each, so that a repeated report is shown once, and two equal reactions twice.
 * @typedef {{ isHandRaised: boolean, reaction: Reaction | null, count: number }} Gestures
 */

/** @type {readonly Reaction[]} in the order of the wire, from 1 on */
export const reactions = Object.freeze(['thumbsUp', 'heart', 'laugh', 'surprise', 'applause', 'celebration']);

/**
 * Three bytes of a report.
 * @param {Gestures} gestures
 */
export function bytesOfGestures({ isHandRaised, reaction, count }) {
    return Uint8Array.of(isHandRaised ? 1 : 0, reaction === null ? 0 : reactions.indexOf(reaction) + 1, count);
}

/**
 * A value that a later version may define counts as none.
 * @param {Uint8Array} bytes
 * @returns {Gestures}
 */
export function gesturesOf([hand, reaction, count]) {
    return { isHandRaised: hand === 1, reaction: reactions[reaction - 1] ?? null, count };
}
