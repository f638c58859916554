/**
 * Somebody else's choices in a call.
 * @typedef {{ isMuted?: boolean, isVideoEnabled?: boolean, isOnHold?: boolean }} ParticipantFlags
 */
/** @typedef {import('../../keys/channels/call-reply.js').CallReply} CallReply */
/** @typedef {import('../quality/quality-level.js').QualityLevel} QualityLevel */
/**
 * How good the lines of the call are, by what is known here: the own, and whose of the others are not the own one's fault.
 * @typedef {{ type: 'quality', own: import('../quality/quality-cause.js').OwnLine, others: { userId: number, level: QualityLevel }[] }} QualityEvent
 */
/**
 * Whose another device in the call is, as far as is known here. `isPostQuantum`: what it and this one hand each other has ML-KEM;
 * of `entry`, whether this one can. `isRecording`: it records what it receives, as its newest status says. `isSilent`: it sends nothing, as that says. `hearsUs`: it has
 * shown that it has this device's key; `hasKey`: its key is here. `keepsOut`: it is there,
 * and has not let this one in. `beside`: another device of the same person, which is held.
 * @typedef {{ type: 'trust', userId: number, isPostQuantum: boolean, isRecording: boolean, isSilent: boolean, hearsUs: boolean, hasKey: boolean, keepsOut: boolean, beside: ShownDevice | null, says?: string } & ShownDevice} DeviceEvent
 */
/**
 * A device as the person is shown it: what they say of it counts for this key. `offer`: how they may let it in, null where it is not held.
 * @typedef {{ deviceId: number, trust: import('../../key-distribution/device-pins.js').DeviceTrust, sign: string, serial: number,
 *     offer: import('../../key-distribution/device-pins.js').Offer | null }} ShownDevice
 */
/**
 * Somebody of the call as a person is shown them, whole lists of whom are told; `volume` in percent and `isHeard`: how loud this
 * device plays them, of which they are not told. `reply`: what they said when they declined, to this device that rang them.
 * @typedef {{ userId: number, name: string, status: import('../members/member.js').PersonStatus, isHost: boolean, isMuted: boolean, isVideoEnabled: boolean, isSelf: boolean, reply?: CallReply } & import('../members/hearings.js').Hearing} ShownPerson
 */
/**
 * Whose hands are raised, in their order, this person's too, and who else has raised or lowered theirs; and that somebody reacts.
 * @typedef {{ type: 'hands', userIds: number[], raised: number[], lowered: number[] }
 *   | { type: 'reaction', userId: number, reaction: import('../../keys/channels/gestures.js').Reaction }} GestureEvent
 */
/**
 * What a running call reports, in order; nothing follows its end. In Swift: CallEvent.swift.
 * @typedef {{ type: 'localMedia', stream: MediaStream, isMuted: boolean, isCameraOn: boolean, used: Record<import('../../media/device-choice.js').DeviceKind, import('../capture/used-device.js').UsedDevice | null> }
 *   | { type: 'encryption', state: 'waitingForKey' | 'protected' }
 *   | { type: 'entry', isPostQuantum: boolean }
 *   | DeviceEvent
 *   | { type: 'connection', state: 'connecting' | 'connected' | 'reconnecting' }
 *   | { type: 'answered' | 'participantJoined', userId: number, name: string }
 *   | { type: 'participantLeft', userId: number, name: string, isRemoved: boolean }
 *   | { type: 'muteRequested', userId: number, name: string }
 *   | { type: 'participantConnection', userId: number, name: string, state: 'connected' | 'reconnecting' }
 *   | ({ type: 'participantUpdated', userId: number } & ParticipantFlags)
 *   | QualityEvent
 *   | { type: 'people', people: ShownPerson[] }
 *   | { type: 'participantRinging', userId: number, name: string }
 *   | { type: 'refused', userId: number, name: string, status: import('../members/member.js').PersonStatus, reply?: CallReply }
 *   | { type: 'media', userId: number, stream: MediaStream | null, kind: 'camera' | 'screen', active: boolean }
 *   | { type: 'sharing', userId: number, isSharing: boolean }
 *   | GestureEvent
 *   | { type: 'ownScreen', isSharing: boolean }
 *   | { type: 'pictureGone', userId: number }
 *   | { type: 'speaking', userIds: number[] }
 *   | { type: 'firstSound' | 'firstPicture', userId: number, milliseconds: number }
 *   | { type: 'notice', text: import('../../texts/text.js').Words }} SessionEvent
 */
/**
 * What the calls of a device report; each event of a session names its call.
 * @typedef {(SessionEvent & { callId: number | null })
 *   | { type: 'incoming', call: import('../course/call-machine.js').IncomingCall, ringsUntil: number, isTaken?: { video: boolean } | null }
 *   | { type: 'missed', call: import('../course/call-machine.js').IncomingCall }
 *   | { type: 'ringing', callId: number, canRing: boolean }
 *   | { type: 'waiting', call: import('../course/call-machine.js').IncomingCall | null }
 *   | { type: 'waitingPeople', callId: number, people: ShownPerson[] }
 *   | { type: 'running', call: import('../course/running-call.js').RunningCall | null }
 *   | { type: 'ended', callId: number | null, reason: import('../course/call-machine.js').CallEndReason, problem: import('../../texts/text.js').Words | null,
 *       statistics: import('./call-statistics.js').CallStatistics | null, reply?: CallReply }
 *   | { type: 'notice', text: import('../../texts/text.js').Words }} CallEvent
 */
export {};
