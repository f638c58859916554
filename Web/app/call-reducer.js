import { newView, viewSpoken, viewWith, viewWithout, viewWithoutScreen } from '../state/call-view.js';
import { isOfSeveral } from '../state/people-state.js';
import { isProven } from '../state/proven.js';
import { text } from '../texts/text.js';

/** @typedef {import('../state/state.js').CallState} CallState */
/** @typedef {import('../state/state.js').Participant} Participant */

/** How long a device rings, in milliseconds (wire-protocol 0.3). */
const ringTime = 60_000;
/** In milliseconds: who was away for less is not said to be back. */
const leastAway = 1000;
/** In milliseconds: who comes sooner was in the call before this person, and is not said to have joined it. */
const entering = 2000;

/** Of somebody whose device has shown no join. */
const unknownDevice = { trust: null, deviceId: null, sign: null, serial: 0, offer: null, beside: null, isPostQuantum: false, isRecording: false, isSilent: false, hearsUs: false, hasKey: false, keepsOut: false };

/**
 * A call as it begins.
 * @param {Partial<CallState> & Pick<CallState, 'phase' | 'peer' | 'isVideo' | 'isOutgoing'>} begun
 * @returns {CallState}
 */
export const newCall = (begun) => ({
    id: null, isRinging: false, isReturn: false, participants: [], people: [], askedByLink: [], showsPeople: false, ownStream: null, used: { microphone: null, camera: null }, isMuted: false, isTalking: false, isUnheard: false, silent: [], isCameraOn: begun.isVideo, isSharing: false,
    connection: 'connecting', encryption: 'waitingForKey', startedAt: null, connectedAt: null, endedAt: null, ringsUntil: 0, goesOn: false, endWaits: false, reason: null,
    problem: null, announcement: '', hands: [], reactions: [], gestureSaid: '', quality: { level: 'good', cause: null }, showsProtection: false, isPostQuantum: false, devices: {}, isVerified: true, isNewDevice: false, canReply: false, doubt: null, reply: null, view: newView(), ...begun,
});

/**
 * What an event of the `CallController` makes of the call on screen. Pure.
 * @param {CallState | null} call
 * @param {import('../calls/model/call-event.js').CallEvent} event
 * @param {number} now Unix milliseconds
 * @returns {CallState | null}
 */
export function reduceCall(call, event, now) {
    const next = reduced(call, event, now);
    return next && next.connectedAt === null && next.participants.some(isProven) ? { ...next, connectedAt: now } : next;
}

/**
 * @param {CallState | null} call
 * @param {import('../calls/model/call-event.js').CallEvent} event
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
    case 'trust': return known(call, event);
    case 'connection': return { ...call, connection: event.state };
    case 'participantJoined': return { ...joined(call, event, now), phase: 'inCall', startedAt: call.startedAt ?? now };
    case 'participantLeft': return hasLeft(call, event, now);
    case 'people': return { ...call, people: named(event.people, call.people) };
    case 'participantConnection': return reached(call, event, now);
    case 'participantUpdated': return updated(call, event);
    case 'speaking': return speaks(call, event.userIds, now);
    case 'quality': return rated(call, event);
    case 'media':
        if (event.kind === 'screen') return changed(call, event.userId, { screen: event.stream });
        return changed(call, event.userId, event.stream ? { camera: event.stream } : { camera: null, hasPicture: false });
    case 'hands': return { ...call, hands: event.userIds };
    case 'reaction': return { ...call, reactions: [...call.reactions, { id: (call.reactions.at(-1)?.id ?? 0) + 1, userId: event.userId, reaction: event.reaction }] };
    case 'sharing': return sharing(call, event, now);
    case 'ownScreen': return { ...call, isSharing: event.isSharing };
    case 'firstSound': return changed(call, event.userId, { hasOpened: true });
    case 'firstPicture': return changed(call, event.userId, { hasPicture: true, hasOpened: true });
    case 'pictureGone': return changed(call, event.userId, { hasPicture: false });
    case 'ended': return { ...call, ...lastOne(call), phase: 'ended', goesOn: event.reason === 'hungUp' && call.participants.length > 1, reason: event.reason, problem: event.problem, reply: event.reply ?? null, endedAt: now, ownStream: null, isSharing: false, participants: [], hands: [], reactions: [], gestureSaid: '' };
    default: return call;
    }
}

/**
 * @param {CallState} call
 * @param {{ userId: number, name: string }} event
 * @param {number} now Unix milliseconds
 */
function joined(call, { userId, name }, now) {
    const others = call.participants.filter((participant) => participant.userId !== userId);
    const slot = firstFree(others);
    /** @type {Participant} */
    const participant = {
        userId, name, slot, camera: null, screen: null, sharingSince: null, hasPicture: false, isMuted: false, isVideoEnabled: call.isVideo, isReconnecting: false, awaySince: null, isOnHold: false,
        isSpeaking: false, quality: 'good', hasOpened: call.participants.find((one) => one.userId === userId)?.hasOpened ?? false, ...(call.devices[userId] ?? unknownDevice),
    };
    // That the first has come is that the call is connected.
    const isNew = others.length > 0 && others.length === call.participants.length && call.startedAt !== null && now - call.startedAt >= entering;
    const announcement = participant.isRecording ? text('call.recording', { name }) : isNew ? text('call.joined', { name }) : call.announcement;
    return { ...call, participants: [...others, participant], announcement, view: viewWith(call.view, userId, now) };
}

/**
 * Of one who leaves a call of several it is said; that they were removed is a notice, and that the call is over is said by itself.
 * @param {CallState} call
 * @param {{ userId: number, name: string, isRemoved: boolean }} event
 * @param {number} now Unix milliseconds
 */
function hasLeft(call, { userId, name, isRemoved }, now) {
    const leaver = call.participants.find((one) => one.userId === userId);
    const participants = left(call.participants, userId);
    const isSaid = leaver !== undefined && !isRemoved && participants.length > 0;
    const announcement = isSaid ? text('call.left', { name: name || leaver.name || text('common.somebody') }) : call.announcement;
    return { ...call, participants, announcement, view: viewWithout(call.view, userId, now) };
}

/**
 * A name that is not told stays as it was known.
 * @param {CallState['people']} people
 * @param {CallState['people']} before
 */
const named = (people, before) => people.map((one) => (one.name ? one : { ...one, name: before.find(({ userId }) => userId === one.userId)?.name ?? '' }));

/**
 * Of a call of several it is the last one whose end is told of.
 * @param {CallState} call
 */
const lastOne = (call) => (isOfSeveral(call) && call.participants.length === 1 ? { peer: { userId: call.participants[0].userId, name: call.participants[0].name } } : {});

/**
 * @param {Participant[]} others
 * @returns {number} the first place that nobody has
 */
function firstFree(others) {
    const taken = new Set(others.map(({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    return slot;
}

/**
 * Those who stay keep their places; who has one that is no more takes one that is free.
 * @param {Participant[]} participants
 * @param {number} userId
 */
function left(participants, userId) {
    const staying = participants.filter((one) => one.userId !== userId);
    const free = staying.map((_, slot) => slot).filter((slot) => !staying.some((one) => one.slot === slot));
    return staying.map((one) => (one.slot < staying.length ? one : { ...one, slot: free.shift() ?? one.slot }));
}

/**
 * @param {CallState} call
 * @param {number} userId
 * @param {Partial<Participant>} change
 */
function changed(call, userId, change) {
    const participants = call.participants.map((one) => (one.userId === userId ? { ...one, ...change } : one));
    return { ...call, participants };
}

/**
 * Kept for who is not shown yet: a device may show its join before the server says that it has joined. That somebody begins or
 * ends to record, or does not let this device in, is said once, as it changes.
 * @param {CallState} call
 * @param {import('../calls/model/call-event.js').DeviceEvent} event
 */
function known(call, { userId, deviceId, trust, sign, serial, offer, beside, isPostQuantum, isRecording, isSilent, hearsUs, hasKey, keepsOut, says }) {
    const device = { deviceId, trust, sign, serial, offer, beside, isPostQuantum, isRecording, isSilent, hearsUs, hasKey, keepsOut, ...(says === undefined ? {} : { says }) };
    const before = call.participants.find((one) => one.userId === userId);
    const next = changed({ ...call, devices: { ...call.devices, [userId]: device } }, userId, device);
    if (before && keepsOut && !before.keepsOut) return { ...next, announcement: text('protection.keepsOut', { name: before.name }) };
    if (!before || before.isRecording === isRecording) return next;
    return { ...next, announcement: text(isRecording ? 'call.recording' : 'call.recordingEnded', { name: before.name }) };
}

/**
 * @param {CallState} call
 * @param {number[]} userIds
 * @param {number} now Unix milliseconds
 */
function speaks(call, userIds, now) {
    const before = call.participants.filter(({ isSpeaking }) => isSpeaking).map(({ userId }) => userId);
    const participants = call.participants.map((one) => {
        const isSpeaking = userIds.includes(one.userId);
        return one.isSpeaking === isSpeaking ? one : { ...one, isSpeaking };
    });
    return { ...call, participants, view: viewSpoken(call.view, before, userIds, now) };
}

/**
 * @param {CallState} call
 * @param {import('../calls/model/call-event.js').QualityEvent} event
 */
function rated(call, { own, others }) {
    const levels = new Map(others.map(({ userId, level }) => [userId, level]));
    const participants = call.participants.map((one) => ({ ...one, quality: levels.get(one.userId) ?? 'good' }));
    return { ...call, participants, quality: own };
}

/**
 * That somebody shares their screen or does no more is said once, unless it is a line that went and came.
 * @param {CallState} call
 * @param {{ userId: number, isSharing: boolean }} event
 * @param {number} now Unix milliseconds
 */
function sharing(call, { userId, isSharing }, now) {
    const before = call.participants.find((one) => one.userId === userId);
    if (!before) return call;
    const next = changed(call, userId, isSharing ? { sharingSince: now } : { sharingSince: null, screen: null });
    const view = isSharing ? viewWith(call.view, `screen-${userId}`, now) : viewWithoutScreen(call.view, userId, now);
    const isSaid = call.connection === 'connected' && !before.isReconnecting;
    return { ...next, view, announcement: isSaid ? text(isSharing ? 'screen.began' : 'screen.ended', { name: before.name }) : call.announcement };
}

/**
 * Said once, when it changes, and only of who is in the call; the tile shows it as long as it is so.
 * @param {CallState} call
 * @param {{ userId: number, name: string, state: 'connected' | 'reconnecting' }} event
 * @param {number} now Unix milliseconds
 */
function reached(call, { userId, name, state }, now) {
    const isReconnecting = state === 'reconnecting';
    const before = call.participants.find((one) => one.userId === userId);
    const next = changed(call, userId, { isReconnecting, awaySince: isReconnecting ? now : null });
    if (!before || before.isReconnecting === isReconnecting) return next;
    // Who has the call on hold is away all the same, and said to be that.
    if (before.isOnHold) return next;
    if (isReconnecting) return { ...next, announcement: text('call.reconnecting', { name }) };
    // As this device itself comes back, others seem to be away for a moment.
    const wasAway = before.awaySince !== null && now - before.awaySince >= leastAway;
    return { ...next, announcement: wasAway ? text('call.isBack', { name }) : '' };
}

/**
 * That somebody has the call on hold is said once, as it changes.
 * @param {CallState} call
 * @param {{ userId: number } & import('../calls/model/call-event.js').ParticipantFlags} event
 */
function updated(call, event) {
    const before = call.participants.find(({ userId }) => userId === event.userId);
    const next = changed(call, event.userId, pick(event));
    if (!before || event.isOnHold === undefined || event.isOnHold === before.isOnHold) return next;
    // Off hold, and not in the call again yet: that they are back is said when they are.
    if (!event.isOnHold && before.isReconnecting) return next;
    return { ...next, announcement: text(event.isOnHold ? 'call.onHold' : 'call.isBack', { name: before.name }) };
}

/** @param {import('../calls/model/call-event.js').ParticipantFlags} flags */
function pick({ isMuted, isVideoEnabled, isOnHold }) {
    return {
        ...(typeof isOnHold === 'boolean' ? { isOnHold } : {}), ...(typeof isMuted === 'boolean' ? { isMuted } : {}), ...(typeof isVideoEnabled === 'boolean' ? { isVideoEnabled } : {}),
    };
}
