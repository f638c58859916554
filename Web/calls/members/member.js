/** @typedef {import('../../keys/channels/call-reply.js').CallReply} CallReply */
/** @typedef {{ userId: number, deviceId: number, displayName: string, status: string, feedId?: number | null, isMuted?: boolean, isVideoEnabled?: boolean, isOnHold?: boolean, isHost?: boolean, endReason?: string }} Participant somebody as the server lists them */
/** @typedef {'ringing' | 'declined' | 'noAnswer' | 'busy' | 'isIn' | 'left' | 'removed'} Presence */
/**
 * Where somebody stands. `busy`: their device is in another call; `removed`: by who made the call, and they come back when
 * somebody invites them.
 * @typedef {'ringing' | 'declined' | 'noAnswer' | 'busy' | 'joined' | 'reconnecting' | 'onHold' | 'left' | 'removed'} PersonStatus
 */
/**
 * A device as the person is shown it: what they say of it counts for this key. `offer`: how they may let it in, null where it is not held.
 * @typedef {{ deviceId: number, trust: import('../../key-distribution/device-pins.js').DeviceTrust, sign: string, serial: number,
 *     offer: import('../../key-distribution/device-pins.js').Offer | null }} ShownDevice
 */
/**
 * The record of somebody, which is replaced whenever something of it changes.
 * @typedef {object} Member
 * @property {number} userId
 * @property {string} name
 * @property {boolean} isSelf
 * @property {Presence} presence
 * @property {PersonStatus} status what is shown of it: follows from presence, hold and line
 * @property {boolean} isHost they made the call: only they may ask others to mute, and remove them
 * @property {boolean} isMuted
 * @property {boolean | null} sendsVideo null where the server has said nothing yet
 * @property {boolean} isOnHold they are in another call, and will be back
 * @property {boolean} isAway their media do not reach the server just now
 * @property {number | null} awaySince Unix milliseconds
 * @property {number | null} since Unix milliseconds when their device came
 * @property {string | null} address of the device with which they are in the call; null of who is not, of oneself, and of those for whom there is no room
 * @property {number | null} feed under which number they publish, as the server has learned it: who joins the room in somebody's name under another is not received
 * @property {CallReply | null} said what they have said who will not come, until they are rung again
 * @property {CallReply | null} reply the same of who declined: it is shown where that is
 * @property {number} volume in percent: how loud this device plays them, of which they are not told
 * @property {boolean} isHeard whether it plays them at all
 * @property {import('../../key-distribution/device-pins.js').DeviceTrust | null} trust whose device it is, as far as is known here; null before it has shown a join
 * @property {number | null} deviceId
 * @property {string | null} sign its key, of which the person says whose it is; null before it has shown a join
 * @property {number} serial
 * @property {import('../../key-distribution/device-pins.js').Offer | null} offer how the person may let it in; null where it is not held
 * @property {ShownDevice | null} beside another device of theirs, which is held
 * @property {boolean} isPostQuantum what it and this device hand each other is protected from a quantum computer to come
 * @property {string} [says] what their device says it is
 * @property {boolean} isSilent their device says, signed in this call, that it sends nothing
 * @property {boolean} hearsUs their device has shown, by what it signs in this call, that it has this device's key
 * @property {boolean} hasKey their device's key is here
 * @property {boolean} keepsOut their device is there, and has not let this one in: they do not hear this person
 * @property {boolean} isRecording a device of theirs records what it receives, as it says
 * @property {number | null} hand their place among raised hands, from 1; null while it is down
 * @property {number | null} sharingSince Unix milliseconds since when they share a screen, as far as is known here
 * @property {boolean} isSpeaking as this device hears it
 * @property {number | null} spokeAt Unix milliseconds when they began or ended to speak last
 * @property {import('../quality/quality-level.js').QualityLevel} quality how their line is, where the own is not to blame
 */

/** Who reconnects has not left. */
export const present = new Set(['accepted', 'connected', 'reconnecting']);
const isIn = new Set(['joined', 'reconnecting', 'onHold']);
const doesNotCome = new Set(['declined', 'noAnswer', 'busy', 'removed']);

/** @param {PersonStatus | undefined} status */
export const isInCall = (status) => status !== undefined && isIn.has(status);
/** @param {PersonStatus} status */
export const isRefusal = (status) => doesNotCome.has(status);

/** Of somebody whose devices have shown no join. */
const noDevice = Object.freeze({
    trust: null, deviceId: null, sign: null, serial: 0, offer: null, beside: null, isPostQuantum: false, says: undefined, isSilent: false, hearsUs: false, hasKey: false, keepsOut: false,
});
/** Of somebody who is not in the call with a device: it goes with that. */
export const noPlace = Object.freeze({
    address: null, feed: null, since: null, isOnHold: false, isAway: false, awaySince: null, sharingSince: null, isSpeaking: false, spokeAt: null, quality: /** @type {const} */ ('good'),
});

/**
 * Somebody of whom nothing else is known.
 * @param {{ userId: number, name?: string, presence?: Presence, isSelf?: boolean }} person
 * @returns {Member}
 */
export const newMember = ({ userId, name = '', presence = 'left', isSelf = false }) => settled({
    userId, name, isSelf, presence, status: 'left', isHost: false, isMuted: false, sendsVideo: null, said: null, reply: null, isRecording: false, hand: null, ...asItComes, ...noPlace, ...noDevice,
});

/**
 * The record with what follows from the rest of it: on hold goes before reconnecting, and both before joined.
 * @param {Member} member
 * @returns {Member}
 */
export const settled = (member) => ({
    ...member, reply: member.presence === 'declined' ? member.said : null,
    status: member.presence === 'isIn' ? (member.isOnHold ? 'onHold' : member.isAway ? 'reconnecting' : 'joined') : member.presence,
});

/** @param {Pick<Member, 'isSelf' | 'status'>} member */
const placeOf = ({ isSelf, status }) => (isSelf ? 0 : isInCall(status) ? 1 : status === 'ringing' ? 2 : 3);
/**
 * In the order in which one looks for them: oneself, who is there, who rings, the others.
 * @type {(one: Readonly<Member>, other: Readonly<Member>) => number}
 */
export const inOrder = (one, other) => placeOf(one) - placeOf(other) || one.userId - other.userId;

/**
 * What is known of somebody by their devices. The server says that a person has one in a call; where another one shows a join, the one
 * that is let in goes first.
 * @param {import('../../key-distribution/events.js').CallMember[]} devices
 * @param {ReadonlySet<string>} keepingOut the devices that do not let this one in
 */
export function shownOf(devices, keepingOut) {
    const first = devices.find((one) => !isHeldBack(one)) ?? devices.at(-1);
    if (!first) return noDevice;
    const { isPostQuantum, says, isSilent = false, hearsUs, isHeard: hasKey, address } = first;
    const beside = devices.find((one) => one !== first && isHeldBack(one));
    return { ...deviceOf(first), beside: beside ? deviceOf(beside) : null, isPostQuantum, says, isSilent, hearsUs, hasKey, keepsOut: keepingOut.has(address) };
}

/** @param {import('../../key-distribution/events.js').CallMember} device */
const isHeldBack = ({ presence }) => presence === 'held';

/**
 * @param {import('../../key-distribution/events.js').CallMember} device
 * @returns {ShownDevice}
 */
const deviceOf = ({ address, trust, sign, serial, offer }) => ({ deviceId: Number(address.split('_')[1]), trust, sign, serial, offer });

/**
 * @param {string} status
 * @param {unknown} endReason
 * @returns {Presence}
 */
export function presenceOf(status, endReason) {
    if (present.has(status)) return 'isIn';
    if (status === 'inviting') return 'ringing';
    return status === 'rejected' ? refused(endReason) : 'left';
}

/**
 * @param {unknown} reason as the server says it
 * @returns {Presence}
 */
export function refused(reason) {
    if (reason === 'no_answer') return 'noAnswer';
    // Who made the call no longer rings them.
    if (reason === 'cancelled' || reason === 'removed') return 'removed';
    return reason === 'busy' ? 'busy' : 'declined';
}

/**
 * Whether somebody else in the call publishes a feed that is none of these, as the server knows it.
 * @param {Set<number>} known
 * @param {Participant[]} participants
 * @param {number} ownUser
 */
export const namesFeedOutside = (known, participants, ownUser) => participants.some(({ userId, feedId, status }) =>
    Boolean(feedId) && present.has(status) && userId !== ownUser && !known.has(Number(feedId)));

/**
 * How a person wants to hear somebody else, who learns nothing of it. `volume`: percent, 100 is as it comes.
 * @typedef {{ volume: number, isHeard: boolean }} Hearing
 */

/** In percent: how loud somebody may be made. */
export const volumes = Object.freeze({ least: 0, most: 200 });
export const asItComes = Object.freeze({ volume: 100, isHeard: true });

/** @param {Hearing} hearing */
export const percentOf = ({ volume, isHeard }) => (isHeard ? volume : 0);

/**
 * A volume beyond what there is counts as the nearest; what is no number changes nothing.
 * @param {Hearing} hearing
 * @param {Partial<Hearing>} wish
 * @returns {Readonly<Hearing>}
 */
export function changedHearing(hearing, { volume, isHeard }) {
    const percent = volume !== undefined && Number.isFinite(volume) ? Math.min(Math.max(Math.round(volume), volumes.least), volumes.most) : hearing.volume;
    return Object.freeze({ volume: percent, isHeard: isHeard ?? hearing.isHeard });
}
