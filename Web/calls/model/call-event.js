/** @typedef {import('../members/member.js').Member} Member */
/**
 * The events of a running call, in order; nothing follows its end. `members`: these records changed, or are new, and `userIds` are all whom
 * the call has, had or rings; the events about them follow. `media`: a person's stream starts or stops; `entry`: whether this device can be
 * called by a key of ML-KEM; `ownQuality`: the quality of the own connection. `over`: the server says that the call is over, or that this
 * device isn't in it; another of the person's may be. In Swift: CallEvent.swift.
 * @typedef {{ type: 'localMedia', stream: MediaStream, isMuted: boolean, isCameraOn: boolean, used: Record<import('../../media/device-choice.js').DeviceKind, import('../capture/used-device.js').UsedDevice | null> }
 *   | { type: 'encryption', state: 'waitingForKey' | 'protected' }
 *   | { type: 'entry', isPostQuantum: boolean }
 *   | { type: 'connection', state: 'connecting' | 'connected' | 'reconnecting' }
 *   | { type: 'members', changed: Readonly<Member>[], userIds: number[] }
 *   | import('../members/call-members.js').MemberChange
 *   | { type: 'muteRequested', userId: number, name: string }
 *   | { type: 'ownQuality', own: import('../quality/quality-cause.js').OwnLine }
 *   | { type: 'media', userId: number, stream: MediaStream | null, kind: 'camera' | 'screen', active: boolean }
 *   | { type: 'reaction', userId: number, reaction: import('../../keys/channels/gestures.js').Reaction }
 *   | { type: 'ownScreen', isSharing: boolean }
 *   | { type: 'pictureGone', userId: number }
 *   | { type: 'firstSound' | 'firstPicture', userId: number, milliseconds: number }
 *   | { type: 'notice', text: import('../../texts/text.js').Words }
 *   | { type: 'over', isElsewhere?: boolean }
 *   | { type: 'failed', failure: import('./call-failure.js').CallFailure }} SessionEvent
 */
/**
 * The events of a device's calls; each event of a session names its call.
 * @typedef {(Exclude<SessionEvent, { type: 'over' | 'failed' }> & { callId: number | null })
 *   | { type: 'incoming', call: import('../lifecycle/call-machine.js').IncomingCall, ringsUntil: number, isTaken?: { video: boolean } | null }
 *   | { type: 'missed', call: import('../lifecycle/call-machine.js').IncomingCall }
 *   | { type: 'ringing', callId: number, canRing: boolean }
 *   | { type: 'waiting', call: import('../lifecycle/call-machine.js').IncomingCall | null }
 *   | { type: 'people', callId: number, members: Readonly<Member>[] }
 *   | { type: 'waitingPeople', callId: number, members: Readonly<Member>[] }
 *   | { type: 'running', call: import('../lifecycle/running-call.js').RunningCall | null } | { type: 'held', id: number }
 *   | { type: 'ended', callId: number | null, reason: import('../lifecycle/call-machine.js').CallEndReason, problem: import('../../texts/text.js').Words | null,
 *       statistics: import('./call-statistics.js').CallStatistics | null, reply?: import('../../keys/channels/call-reply.js').CallReply }
 *   | { type: 'notice', text: import('../../texts/text.js').Words }} CallEvent
 */
export {};
