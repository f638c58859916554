/** @typedef {import('../../keys/channels/call-reply.js').CallReply} CallReply */
/**
 * @typedef {{ userId: number, deviceId: number, displayName: string, status: string, feedId?: number | null, isMuted?: boolean, isVideoEnabled?: boolean, isOnHold?: boolean, isHost?: boolean, endReason?: string }} Participant
 *     someone as the server lists them
 */
/** @typedef {'ringing' | 'declined' | 'noAnswer' | 'busy' | 'isIn' | 'left' | 'removed'} Presence */
/**
 * The place of a member. `busy`: their device is in another call; `removed`: by the person who started the call, until someone invites them
 * again.
 * @typedef {'ringing' | 'declined' | 'noAnswer' | 'busy' | 'joined' | 'reconnecting' | 'onHold' | 'left' | 'removed'} PersonStatus
 */
/**
 * A device as it is shown. The person's confirmation applies to this key. `offer`: how the device can be confirmed, null if it isn't held.
 * @typedef {{ deviceId: number, trust: import('../../key-distribution/device-pins.js').DeviceTrust, sign: string, serial: number,
 *     offer: import('../../key-distribution/device-pins.js').Offer | null }} ShownDevice
 */
/**
 * The record of a person, which is replaced whenever something in it changes.
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
 * @property {string | null} address the device with which they are in the call; null if they aren't, for the own user, and for those for
 *     whom there is no room
 * @property {number | null} feed the number under which they publish, as the server has learned it: a feed in their name under another
 *     number isn't received
 * @property {CallReply | null} said what they have said who will not come, until they are rung again
 * @property {CallReply | null} reply the same if they declined: it is shown then
 * @property {number} volume in percent: how loud this device plays them; they are not told
 * @property {boolean} isHeard whether it plays them at all
 * @property {import('../../key-distribution/device-pins.js').DeviceTrust | null} trust whose device it is, as far as is known here; null before it has shown a join
 * @property {number | null} deviceId
 * @property {string | null} sign its key, of which the person says whose it is; null before it has shown a join
 * @property {number} serial
 * @property {import('../../key-distribution/device-pins.js').Offer | null} offer how the person may let it in; null if it isn't held
 * @property {ShownDevice | null} beside another of their devices, which is held
 * @property {boolean} isPostQuantum what it and this device hand each other is protected from a quantum computer to come
 * @property {string} [says] what their device claims to be
 * @property {boolean} isSilent their device says, signed in this call, that it sends nothing
 * @property {boolean} hearsUs their device has shown, by what it signs in this call, that it has this device's key
 * @property {boolean} hasKey their device's key is here
 * @property {boolean} keepsOut their device is there, and has not let this one in: they do not hear this person
 * @property {boolean} isRecording one of their devices records what it receives, as it says
 * @property {number | null} hand their place among raised hands, from 1; null while it is down
 * @property {number | null} sharingSince Unix milliseconds since when they share a screen, as far as is known here
 * @property {boolean} isSpeaking as this device hears it
 * @property {number | null} spokeAt Unix milliseconds when they began or ended to speak last
 * @property {import('../quality/quality-level.js').QualityLevel} quality how their line is, where the own is not to blame
 */

/** A member who reconnects hasn't left. */
export const present = new Set(['accepted', 'connected', 'reconnecting']);
const isIn = new Set(['joined', 'reconnecting', 'onHold']);
const doesNotCome = new Set(['declined', 'noAnswer', 'busy', 'removed']);

/** @param {PersonStatus | undefined} status */
export const isInCall = (status) => status !== undefined && isIn.has(status);
/** @param {PersonStatus} status */
export const isRefusal = (status) => doesNotCome.has(status);

/** The record fields of a person whose devices have shown no join. */
const noDevice = Object.freeze({
    trust: null, deviceId: null, sign: null, serial: 0, offer: null, beside: null, isPostQuantum: false, says: undefined, isSilent: false, hearsUs: false, hasKey: false, keepsOut: false,
});
/** The record fields of a person who isn't in the call with a device: they go with it. */
export const noPlace = Object.freeze({
    address: null, feed: null, since: null, isOnHold: false, isAway: false, awaySince: null, sharingSince: null, isSpeaking: false, spokeAt: null, quality: /** @type {const} */ ('good'),
});

/**
 * The record of a person about whom nothing else is known.
 * @param {{ userId: number, name?: string, presence?: Presence, isSelf?: boolean }} person
 * @returns {Member}
 */
export const newMember = ({ userId, name = '', presence = 'left', isSelf = false }) => settled({
    userId, name, isSelf, presence, status: 'left', isHost: false, isMuted: false, sendsVideo: null, said: null, reply: null, isRecording: false, hand: null, ...asItComes, ...noPlace, ...noDevice,
});

/**
 * The record with its derived values: on hold takes precedence over reconnecting, and both over joined.
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
 * The order in which people look for each other: the own user, those in the call, those who ring, the others.
 * @type {(one: Readonly<Member>, other: Readonly<Member>) => number}
 */
export const inOrder = (one, other) => placeOf(one) - placeOf(other) || one.userId - other.userId;

/**
 * The known facts about a person, from their devices. The server names one device of a person; if another one shows a join, the admitted
 * one comes first.
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
 * @param {unknown} reason the server's reason
 * @returns {Presence}
 */
export function refused(reason) {
    if (reason === 'no_answer') return 'noAnswer';
    // The person who started the call no longer rings them.
    if (reason === 'cancelled' || reason === 'removed') return 'removed';
    return reason === 'busy' ? 'busy' : 'declined';
}

/**
 * Whether someone else in the call publishes a feed that isn't among these, according to the server.
 * @param {Set<number>} known
 * @param {Participant[]} participants
 * @param {number} ownUser
 */
export const namesFeedOutside = (known, participants, ownUser) => participants.some(({ userId, feedId, status }) =>
    Boolean(feedId) && present.has(status) && userId !== ownUser && !known.has(Number(feedId)));

/**
 * How this person hears someone else, who isn't informed. `volume`: in percent, 100 is unchanged.
 * @typedef {{ volume: number, isHeard: boolean }} PlaybackSettings
 */

/** In percent: the limits of a person's volume. */
export const volumes = Object.freeze({ least: 0, most: 200 });
export const asItComes = Object.freeze({ volume: 100, isHeard: true });

/** @param {PlaybackSettings} playback */
export const percentOf = ({ volume, isHeard }) => (isHeard ? volume : 0);

/**
 * A volume outside the limits is clamped; a value that isn't a number changes nothing.
 * @param {PlaybackSettings} playback
 * @param {Partial<PlaybackSettings>} wish
 * @returns {Readonly<PlaybackSettings>}
 */
export function changedPlayback(playback, { volume, isHeard }) {
    const percent = volume !== undefined && Number.isFinite(volume) ? Math.min(Math.max(Math.round(volume), volumes.least), volumes.most) : playback.volume;
    return Object.freeze({ volume: percent, isHeard: isHeard ?? playback.isHeard });
}
