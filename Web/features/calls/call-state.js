import { newView } from './stage/call-view.js';

/** @typedef {import('../../texts/text.js').Words} Words */
/**
 * @typedef {object} CallState
 * @property {'incoming' | 'outgoing' | 'joining' | 'inCall' | 'ending' | 'ended'} phase
 * @property {number | null} id
 * @property {boolean} isRinging the other devices ring
 * @property {boolean} isVideo
 * @property {{ userId: number, name: string }} peer whom it is with; of a group, who was called or who called
 * @property {boolean} isOutgoing
 * @property {boolean} isReturn this device comes back into it
 * @property {Participant[]} members everybody whom it has, had or rings, in the order in which they are shown
 * @property {readonly number[]} askedByLink who has asked to come by the link to this call: they come by it, also when the person adds them
 * @property {boolean} showsPeople
 * @property {MediaStream | null} ownStream
 * @property {Record<import('../../media/device-choice.js').DeviceKind, import('../../calls/capture/used-device.js').UsedDevice | null>} used what takes it; null: nothing is on
 * @property {boolean} isMuted
 * @property {boolean} isTalking heard for as long as the person holds a key
 * @property {boolean} isUnheard the person speaks, and is muted
 * @property {import('../../calls/capture/silent-capture.js').CaptureNotice[]} silent a microphone or camera that is on and gives nothing
 * @property {boolean} isCameraOn
 * @property {boolean} isSharing this person shares their screen
 * @property {'connecting' | 'connected' | 'reconnecting'} connection
 * @property {'waitingForKey' | 'protected'} encryption
 * @property {number | null} startedAt Unix milliseconds when the first other one joined
 * @property {number | null} connectedAt Unix milliseconds when it was proven first of another one that they hear this person, and are heard or seen
 * @property {number | null} endedAt
 * @property {number} ringsUntil Unix milliseconds
 * @property {boolean} isVerified whether a device that is the caller's, as far as is known here, has signed the invitation
 * @property {boolean} isNewDevice whether one has that may be a new one of theirs
 * @property {import('../../contacts/kept-people.js').NameDoubt | null} doubt what speaks against the name of who rings
 * @property {{ address: string, trust: import('../../key-distribution/device-pins.js').DeviceTrust, says: string | null }} [callerDevice] of who rings, and has signed that
 * @property {boolean} canReply whether something can be said to who rings, when it is declined
 * @property {import('../../keys/channels/call-reply.js').CallReply | null} reply what the only one who was called said, who declined
 * @property {boolean} goesOn it is over for this person alone: others are in it
 * @property {boolean} endWaits it is over, and is shown to be in a moment
 * @property {EndReason | null} reason
 * @property {Words | null} problem
 * @property {{ id: number, userId: number, reaction: import('../../keys/channels/gestures.js').Reaction }[]} reactions that are shown just now, the newest last
 * @property {Words} gestureSaid what others have shown last, for who does not see it
 * @property {Words} announcement what changed last about others, for who does not see it
 * @property {import('../../calls/quality/quality-cause.js').OwnLine} quality how the own line is
 * @property {boolean} showsProtection
 * @property {boolean} isPostQuantum whether this device can protect from a quantum computer to come
 * @property {import('./stage/call-view.js').CallView} view
 */
/** @typedef {import('../../calls/course/call-machine.js').CallEndReason} EndReason */
/**
 * The record of somebody of the call, and what the page makes of it. `isVideoEnabled`: whether they send pictures; before that is known, as
 * the call has them. `slot`: which place their tile has, from 0, which stays while they stay; null of who is not in the call, and of oneself.
 * `hasPicture`: a decrypted picture was shown; `hasOpened`: something that they sent was heard or seen here.
 * @typedef {import('../../calls/members/member.js').Member & { isVideoEnabled: boolean, slot: number | null, camera: MediaStream | null,
 *     screen: MediaStream | null, hasPicture: boolean, hasOpened: boolean }} Participant
 */
/** @typedef {{ id: number, peer: { userId: number, name: string }, isVideo: boolean, isVerified: boolean, isNewDevice: boolean, canReply: boolean, doubt: CallState['doubt'], members: Pick<Participant, 'userId' | 'name' | 'isSelf' | 'status'>[], isBusy: boolean }} WaitingState a call that rings beside the running one; `members`: none before the server has said who is in it */
/** @typedef {Pick<CallState, 'id' | 'peer' | 'isVerified'>} MissedState a call that rang here and was missed */
/** @typedef {{ id: number, people: { userId: number, name: string }[], isVideo: boolean }} HeldState a call that waits while the person is in another */
/**
 * A call that goes on without this page, as it is offered.
 * @typedef {import('../../calls/course/running-call.js').RunningCall & { until: number | null, isBusy: boolean }} RunningState
 * `until`: Unix milliseconds after which this device is no longer in it
 */
/** @typedef {{ kind: 'removeFromCall', userId: number, name: string, isBusy: boolean }} RemovalQuestion */
/** @typedef {{ kind: 'letInAnyway' | 'notThem', name: string, identity: import('../../key-distribution/events.js').ShownIdentity, isLost: boolean, isBusy: boolean }} DeviceQuestion `isLost`: its person has signed it out */
/** @typedef {RemovalQuestion | DeviceQuestion | { kind: 'withdrawCallLink', isBusy: boolean }} CallQuestion */

/** What the state has of calls while there are none. */
export const noCalls = () => ({ callLink: null, joining: null, call: null, waiting: null, lastMissed: null, onHold: null, running: null, choosing: null, dismissedCall: null });

/**
 * A call as it begins.
 * @param {Partial<CallState> & Pick<CallState, 'phase' | 'peer' | 'isVideo' | 'isOutgoing'>} begun
 * @returns {CallState}
 */
export const newCall = (begun) => ({
    id: null, isRinging: false, isReturn: false, members: [], askedByLink: [], showsPeople: false, ownStream: null, used: { microphone: null, camera: null }, isMuted: false, isTalking: false, isUnheard: false, silent: [], isCameraOn: begun.isVideo, isSharing: false,
    connection: 'connecting', encryption: 'waitingForKey', startedAt: null, connectedAt: null, endedAt: null, ringsUntil: 0, goesOn: false, endWaits: false, reason: null,
    problem: null, announcement: '', reactions: [], gestureSaid: '', quality: { level: 'good', cause: null }, showsProtection: false, isPostQuantum: false, isVerified: true, isNewDevice: false, canReply: false, doubt: null, reply: null, view: newView(), ...begun,
});
