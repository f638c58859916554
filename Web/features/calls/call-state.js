import { inOrder, newMember } from '../../calls/members/member.js';
import { text } from '../../texts/text.js';
import { isOfSeveral, memberOf, participantsOf } from './people/people-state.js';
import { isProven } from './protection/proven.js';
import { newView, viewSpoken, viewWith, viewWithout, viewWithoutScreen } from './stage/call-view.js';
import { shares } from './stage/stage-scene.js';

/** @typedef {import('../../texts/text.js').Words} Words */
/**
 * @typedef {object} CallState
 * @property {'incoming' | 'outgoing' | 'joining' | 'inCall' | 'ending' | 'ended'} phase
 * @property {number | null} id
 * @property {boolean} isRinging the other devices ring
 * @property {boolean} isVideo
 * @property {{ userId: number, name: string }} peer the other person; of a group, the person called or the caller
 * @property {boolean} isOutgoing
 * @property {boolean} isReturn this device returns to it
 * @property {Participant[]} members everyone whom it has, had or rings, in the order in which they are shown
 * @property {readonly number[]} askedByLink people who asked to join by the link to this call: they join by it, also if the person adds
 *     them
 * @property {boolean} showsPeople
 * @property {MediaStream | null} ownStream
 * @property {Record<import('../../media/device-choice.js').DeviceKind, import('../../calls/capture/used-device.js').UsedDevice | null>} used what takes it; null: nothing is on
 * @property {boolean} isMuted
 * @property {boolean} isTalking heard for as long as the person holds a key
 * @property {boolean} isUnheard the person speaks, and is muted
 * @property {import('../../calls/capture/silent-capture.js').CaptureNotice[]} silent a microphone or camera that is on and gives nothing
 * @property {boolean} isCameraOn
 * @property {boolean} isSharing
 * @property {'connecting' | 'connected' | 'reconnecting'} connection
 * @property {'waitingForKey' | 'protected'} encryption
 * @property {number | null} startedAt Unix milliseconds when the first other one joined
 * @property {number | null} joinedAt the same moment in milliseconds of the monotonic clock
 * @property {number | null} connectedAt Unix milliseconds when it was proven first of another one that they hear this person, and are heard or seen
 * @property {number | null} endedAt
 * @property {{ from: number, to: number | null } | null} measured the same two moments in milliseconds of the monotonic clock, which nobody sets
 * @property {number} ringsUntil Unix milliseconds
 * @property {boolean} isVerified whether a device that is the caller's, as far as is known here, has signed the invitation
 * @property {boolean} isNewDevice whether a device that may be a new one of theirs has signed it
 * @property {import('../../contacts/kept-people.js').NameDoubt | null} doubt the doubt about the caller's name
 * @property {{ address: string, trust: import('../../key-distribution/device-pins.js').DeviceTrust, says: string | null }} [callerDevice]
 *     the caller's device, which has signed that
 * @property {boolean} canReply whether a reply can be sent to the caller when it is declined
 * @property {string | null} replying the own words of the person who chooses what to say to the caller; null while they don't
 * @property {import('../../keys/channels/call-reply.js').CallReply | null} reply the reply of the only person called, who declined
 * @property {boolean} goesOn it is over for this person alone: others are in it
 * @property {boolean} endWaits it is over, and is shown to be in a moment
 * @property {import('../../calls/lifecycle/call-machine.js').CallEndReason | null} reason
 * @property {Words | null} problem
 * @property {{ id: number, userId: number, reaction: import('../../keys/channels/gestures.js').Reaction }[]} reactions that are shown just now, the newest last
 * @property {Words} gestureSaid the last gestures of others, for screen readers
 * @property {Words} announcement the last change about others, for screen readers
 * @property {import('../../calls/quality/quality-cause.js').OwnLine} quality
 * @property {boolean} showsProtection
 * @property {boolean} isPostQuantum whether this device can protect from a quantum computer to come
 * @property {import('./stage/call-view.js').CallView} view
 */
/**
 * The record of a person in the call, with the page's additions. `isVideoEnabled`: whether they send video; before that is known, the
 * call's own kind. `slot`: the place of their tile, from 0, which stays while they stay; null if they aren't in the call, and for the own
 * user. `hasPicture`: a decrypted picture was shown; `hasOpened`: media that they sent were heard or seen here.
 * @typedef {import('../../calls/members/member.js').Member & { isVideoEnabled: boolean, slot: number | null, camera: MediaStream | null,
 *     screen: MediaStream | null, hasPicture: boolean, hasOpened: boolean }} Participant
 */
/** @typedef {{ id: number, peer: { userId: number, name: string }, isVideo: boolean, isVerified: boolean, isNewDevice: boolean, canReply: boolean, doubt: CallState['doubt'], replying: string | null, members: Pick<Participant, 'userId' | 'name' | 'isSelf' | 'status'>[], isBusy: boolean }} WaitingState a call that rings beside the running one; `members`: none before the server has said who is in it */
/** @typedef {Pick<CallState, 'id' | 'peer' | 'isVerified'>} MissedState a call that rang here and was missed */
/** @typedef {{ id: number, people: { userId: number, name: string }[], isVideo: boolean, isBusy: boolean }} HeldState a call that waits while the person is in another; `isBusy`: the two are being swapped */
/**
 * A call in progress without this page, as it is offered.
 * @typedef {import('../../calls/lifecycle/running-call.js').RunningCall & { until: number | null, isBusy: boolean }} RunningState
 * `until`: Unix milliseconds after which this device is no longer in it
 */
/** @typedef {{ kind: 'removeFromCall', userId: number, name: string, isBusy: boolean }} RemovalQuestion */
/** @typedef {{ kind: 'letInAnyway' | 'notThem', name: string, identity: import('../../key-distribution/events.js').ShownIdentity, isLost: boolean, isBusy: boolean }} DeviceQuestion `isLost`: its person has signed it out */
/** @typedef {RemovalQuestion | DeviceQuestion | { kind: 'withdrawCallLink', isBusy: boolean }} CallQuestion */
/** @typedef {Readonly<import('../../calls/members/member.js').Member>} Member */

/** How long a device rings, in milliseconds (wire-protocol 0.3). */
const ringTime = 60_000;
/** In milliseconds: the return from a shorter absence isn't announced. */
const leastAway = 1000;
/** In milliseconds: anyone who appears sooner was in the call before this person, so their arrival is not announced. */
const entering = 2000;

export const noCalls = () => ({ callLink: null, joining: null, call: null, waiting: null, lastMissed: null, onHold: null, running: null, choosing: null, dismissedCall: null, promises: [] });

/**
 * @param {Partial<CallState> & Pick<CallState, 'phase' | 'peer' | 'isVideo' | 'isOutgoing'>} begun
 * @returns {CallState}
 */
export const newCall = (begun) => ({
    id: null, isRinging: false, isReturn: false, members: [], askedByLink: [], showsPeople: false, ownStream: null, used: { microphone: null, camera: null }, isMuted: false, isTalking: false, isUnheard: false, silent: [], isCameraOn: begun.isVideo, isSharing: false,
    connection: 'connecting', encryption: 'waitingForKey', startedAt: null, joinedAt: null, connectedAt: null, endedAt: null, measured: null, ringsUntil: 0, goesOn: false, endWaits: false, reason: null,
    problem: null, announcement: '', reactions: [], gestureSaid: '', quality: { level: 'good', cause: null }, showsProtection: false, isPostQuantum: false, isVerified: true, isNewDevice: false, canReply: false, doubt: null, replying: null, reply: null, view: newView(), ...begun,
});

/** The fields of a person without a tile: they are neither heard nor seen. */
export const noTile = Object.freeze({ slot: null, camera: null, screen: null, hasPicture: false, hasOpened: false });

/**
 * A person who is about to be called, before the server has reported on them.
 * @param {{ userId: number, name: string }} person
 * @returns {Participant}
 */
export const calledPerson = ({ userId, name }) => ({ ...newMember({ userId, name, presence: 'ringing' }), isVideoEnabled: false, ...noTile });

/**
 * Reduces an event of the `CallController` into the call on screen. Pure.
 * @param {CallState | null} call
 * @param {import('../../calls/model/call-event.js').CallEvent} event
 * @param {number} now Unix milliseconds
 * @param {number} [uptime] milliseconds of the monotonic clock
 * @returns {CallState | null}
 */
export function reduceCall(call, event, now, uptime = now) {
    const reducedCall = reduced(call, event, now);
    if (!reducedCall) return reducedCall;
    const next = reducedCall.startedAt !== null && reducedCall.joinedAt === null ? { ...reducedCall, joinedAt: uptime } : reducedCall;
    if (next.phase === 'ended') return { ...next, measured: next.measured && { from: next.measured.from, to: next.measured.to ?? uptime } };
    return next.connectedAt === null && participantsOf(next).some(isProven) ? { ...next, connectedAt: now, measured: { from: uptime, to: null } } : next;
}

/**
 * @param {CallState | null} call
 * @param {import('../../calls/model/call-event.js').CallEvent} event
 * @param {number} now Unix milliseconds
 * @returns {CallState | null}
 */
function reduced(call, event, now) {
    if (event.type === 'incoming') {
        const { id, caller, callerDevice, callerName, isVideo, isVerified, isNewDevice, canReply, doubt = null, device } = event.call;
        const peer = { userId: caller, name: callerName };
        if (event.isTaken) return newCall({ phase: 'joining', id, peer, isVideo, isVerified, isOutgoing: false, isCameraOn: event.isTaken.video, view: newView(call?.view) });
        return newCall({ phase: 'incoming', id, peer, isVideo, isVerified, isNewDevice, canReply, doubt, ...(device && { callerDevice: { ...device, address: `${caller}_${callerDevice}` } }), isOutgoing: false, ringsUntil: event.ringsUntil ?? now + ringTime });
    }
    if (!call) return null;
    switch (event.type) {
    case 'ringing': return { ...call, id: event.callId, isRinging: event.canRing };
    case 'localMedia': return { ...call, ownStream: event.stream, isMuted: event.isMuted, isTalking: call.isTalking && !event.isMuted, isCameraOn: event.isCameraOn, used: event.used };
    case 'encryption': return { ...call, encryption: event.state };
    case 'entry': return { ...call, isPostQuantum: event.isPostQuantum };
    case 'connection': return { ...call, connection: event.state };
    case 'members': return followed(call, event, now);
    case 'people': return { ...call, members: event.members.map((member) => recordOf(call, member)).sort(inOrder) };
    case 'recording': return { ...call, announcement: text(event.isOn ? 'call.recording' : 'call.recordingEnded', { name: event.name || text('common.somebody') }) };
    case 'ownQuality': return { ...call, quality: event.own };
    case 'media':
        if (event.kind === 'screen') return changed(call, event.userId, { screen: event.stream });
        return changed(call, event.userId, event.stream ? { camera: event.stream } : { camera: null, hasPicture: false });
    case 'reaction': return { ...call, reactions: [...call.reactions, { id: (call.reactions.at(-1)?.id ?? 0) + 1, userId: event.userId, reaction: event.reaction }] };
    case 'ownScreen': return { ...call, isSharing: event.isSharing };
    case 'firstSound': return changed(call, event.userId, { hasOpened: true });
    case 'firstPicture': return changed(call, event.userId, { hasPicture: true, hasOpened: true });
    case 'pictureGone': return changed(call, event.userId, { hasPicture: false });
    case 'ended': return ended(call, event, now);
    default: return call;
    }
}

/**
 * Applies changed records: each tile, and each announcement, follows from the difference.
 * @param {CallState} call
 * @param {{ changed: readonly Member[], userIds: number[] }} event
 * @param {number} now Unix milliseconds
 */
function followed(call, { changed: records, userIds }, now) {
    const gone = call.members.filter(({ userId }) => !userIds.includes(userId));
    const left = gone.reduce((next, one) => (one.slot === null ? next : departed(next, one, false, now)), call);
    const staying = { ...left, members: left.members.filter(({ userId }) => userIds.includes(userId)) };
    return records.reduce((next, member) => moved(next, member, now), staying);
}

/**
 * @param {CallState} call
 * @param {Member} member
 * @param {number} now Unix milliseconds
 */
function moved(call, member, now) {
    const before = memberOf(call, member.userId);
    const isSame = before !== undefined && before.slot !== null && before.address === member.address;
    const rest = before === undefined || before.slot === null || isSame ? call : departed(call, before, member.presence === 'removed', now);
    const next = { ...rest, members: [...rest.members.filter(({ userId }) => userId !== member.userId), recordOf(rest, member)].sort(inOrder) };
    if (isSame) return differs(next, before, member, now);
    return member.address === null ? next : arrived(next, member, now);
}

/**
 * A missing name leaves the known one.
 * @param {CallState} call
 * @param {Member} member
 * @returns {Participant}
 */
function recordOf(call, member) {
    const { name, slot, camera, screen, hasPicture, hasOpened } = memberOf(call, member.userId) ?? { name: '', ...noTile };
    return {
        ...member, name: member.name || name, isVideoEnabled: member.sendsVideo ?? call.isVideo,
        slot, camera, screen: member.sharingSince === null ? null : screen, hasPicture, hasOpened,
    };
}

/**
 * @param {CallState} call
 * @param {Member} member
 * @param {number} now Unix milliseconds
 * @returns {CallState}
 */
function arrived(call, { userId, name, isRecording }, now) {
    const others = participantsOf(call);
    const taken = new Set(others.map(({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    // The first participant's arrival is announced as the call being connected.
    const isNew = others.length > 0 && call.startedAt !== null && now - call.startedAt >= entering;
    const announcement = isRecording ? text('call.recording', { name }) : isNew ? text('call.joined', { name }) : call.announcement;
    const members = call.members.map((one) => (one.userId === userId ? { ...one, slot } : one));
    return { ...call, members, announcement, phase: 'inCall', startedAt: call.startedAt ?? now, view: viewWith(call.view, userId, now) };
}

/**
 * In a group call, a participant's leave is announced; a removal is a notice, and the end of the call is announced by itself. Those who
 * stay keep their places; a place that no longer exists is exchanged for a free one.
 * @param {CallState} call
 * @param {Participant} leaver as they were
 * @param {boolean} isRemoved
 * @param {number} now Unix milliseconds
 */
function departed(call, { userId, name }, isRemoved, now) {
    const staying = participantsOf(call).filter((one) => one.userId !== userId);
    const free = staying.map((_, slot) => slot).filter((slot) => !staying.some((one) => one.slot === slot));
    const members = call.members.map((one) => {
        if (one.userId === userId) return { ...one, ...noTile };
        return one.slot === null || one.slot < staying.length ? one : { ...one, slot: free.shift() ?? one.slot };
    });
    const announcement = staying.length > 0 && !isRemoved ? text('call.left', { name: name || text('common.somebody') }) : call.announcement;
    return { ...call, members, announcement, view: viewWithout(call.view, userId, now) };
}

/**
 * Applies a changed record of a member of the call.
 * @param {CallState} call with the record as it is now
 * @param {Participant} before
 * @param {Member} member
 * @param {number} now Unix milliseconds
 * @returns {CallState}
 */
function differs(call, before, member, now) {
    const { userId } = member;
    let { view } = call;
    if (before.isSpeaking !== member.isSpeaking) {
        const speak = participantsOf(call).filter(({ isSpeaking }) => isSpeaking).map((one) => one.userId);
        const spoke = member.isSpeaking ? speak.filter((one) => one !== userId) : [...speak, userId];
        view = viewSpoken(view, spoke, speak, now);
    }
    if (shares(before) !== shares(member)) view = shares(member) ? viewWith(view, `screen-${userId}`, now) : viewWithoutScreen(view, userId, now);
    return { ...call, view, announcement: announced(call, before, member, now) ?? call.announcement };
}

/**
 * The announcement of a change, made once; the tile shows the state as long as it lasts. Null if there is none.
 * @param {CallState} call
 * @param {Participant} before
 * @param {Member} member
 * @param {number} now Unix milliseconds
 */
function announced(call, before, member, now) {
    const { name } = before;
    if (member.keepsOut && !before.keepsOut) return text('protection.keepsOut', { name });
    // A connection that was lost and is back has not ended anyone's screen share.
    if (shares(before) !== shares(member)) return call.connection === 'connected' && !before.isAway ? text(shares(member) ? 'screen.began' : 'screen.ended', { name }) : null;
    if (before.isOnHold !== member.isOnHold) {
        if (member.isOnHold) return text('call.onHold', { name });
        // Off hold, but not in the call again yet: their return is announced when it happens.
        return member.isAway ? null : text('call.isBack', { name });
    }
    // A participant who has the call on hold is away as well, and shown as on hold.
    if (before.isAway === member.isAway || before.isOnHold) return null;
    if (member.isAway) return text('call.reconnecting', { name });
    // While this device itself returns, others appear to be away for a moment.
    const wasAway = before.awaySince !== null && now - before.awaySince >= leastAway;
    return wasAway ? text('call.isBack', { name }) : '';
}

/**
 * In a group call, only the last participant's end is announced.
 * @param {CallState} call
 * @param {Extract<import('../../calls/model/call-event.js').CallEvent, { type: 'ended' }>} event
 * @param {number} now Unix milliseconds
 * @returns {CallState}
 */
function ended(call, { reason, problem, reply }, now) {
    const there = participantsOf(call);
    const last = isOfSeveral(call) && there.length === 1 ? { peer: { userId: there[0].userId, name: there[0].name } } : {};
    return {
        ...call, ...last, phase: 'ended', goesOn: reason === 'hungUp' && there.length > 1, reason, problem, reply: reply ?? null, endedAt: now, ownStream: null, isSharing: false,
        members: call.members.map((one) => ({ ...one, ...noTile, hand: null })), reactions: [], gestureSaid: '',
    };
}

/**
 * @param {CallState} call
 * @param {number} userId
 * @param {Partial<Participant>} change
 */
const changed = (call, userId, change) => ({ ...call, members: call.members.map((one) => (one.userId === userId && one.slot !== null ? { ...one, ...change } : one)) });
