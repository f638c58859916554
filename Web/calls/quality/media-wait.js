/**
 * The reason why a person in a call neither hears nor sees anyone yet. `none`: media have come, or there is no one they could come from;
 * `connecting`: for so short a time that nothing is wrong; `ownNetwork`: what this device sends does not reach the media server;
 * `others`: it does, and nothing comes from the others.
 * @typedef {'none' | 'connecting' | 'ownNetwork' | 'others'} MediaWait
 */

/** The time after which the wait counts as a fault, in milliseconds. */
const patience = 10_000;

/**
 * Pure. In Swift: MediaWait.swift; both by `Tests/Vectors/media-wait.json`.
 * @param {object} facts
 * @param {number} facts.milliseconds since another person was first there
 * @param {boolean} facts.hasOthers whether another person is in the call
 * @param {boolean} facts.hasMedia whether media of another person were decrypted, and that person has heard this device
 * @param {boolean} facts.isSending whether the connection by which this device sends is established
 * @param {boolean} facts.isProtected whether another person has shown that they have the key of this device: before that nothing comes, for
 *     reasons that are shown elsewhere
 * @returns {MediaWait}
 */
export function mediaWait({ milliseconds, hasOthers, hasMedia, isSending, isProtected }) {
    if (hasMedia || !hasOthers) return 'none';
    if (milliseconds < patience) return 'connecting';
    if (!isSending) return 'ownNetwork';
    return isProtected ? 'others' : 'connecting';
}
