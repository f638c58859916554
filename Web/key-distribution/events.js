/** @typedef {import('./limits.js').MessageKind} MessageKind */
/** @typedef {import('./device-pins.js').DeviceTrust} DeviceTrust */
/** @typedef {import('../keys/channels/reception-report.js').ReceptionReport} ReceptionReport */
/** @typedef {import('../keys/channels/gestures.js').Reaction} Reaction */
/** @typedef {Pick<import('../keys/identity/signed-identity.js').SignedIdentity, 'address' | 'sign' | 'serial'>} ShownIdentity what a person was shown of a device */
/**
 * @typedef {{ note: 'verified' | 'unverified' | 'letIn' | 'refused', identity: ShownIdentity }} DeviceNote the numbers match; the
 *     comparison no longer counts; the device may take part, whatever it is held for; it isn't its claimed owner's
 */
/**
 * The events of a device in a call. `invitedBefore`: the people it has called in an earlier entry of the call, as it has kept itself;
 * `expected`: the person answers a ring that isn't verified, and accepts these people with it. A device may record once a status that says
 * so was sent. Of several reactions within a second the last one is sent.
 * @typedef {{ type: 'entered' | 'disconnected' | 'connected' | 'leave' | 'tick' }
 *     | { type: 'message', kind: MessageKind, from: string, text: string }
 *     | { type: 'listed', addresses: string[] }
 *     | { type: 'published', identities: string[], vouches: string[], revokes: string[] }
 *     | { type: 'keyMissing', from: string }
 *     | ({ type: 'noted' } & DeviceNote)
 *     | { type: 'invited', text: string, callees: number[], isByLink?: boolean }
 *     | { type: 'invitedBefore', callees: number[], byLink?: number[] }
 *     | { type: 'expected', callees: number[] }
 *     | { type: 'receiving', reports: Record<string, ReceptionReport> }
 *     | { type: 'recording' | 'silent', isOn: boolean }
 *     | { type: 'hand', isRaised: boolean }
 *     | { type: 'react', reaction: Reaction }} KeyEvent
 */
/**
 * Another device in the call, as a person is shown it (e2ee 6); `says`: its claim of what it is. `offer`: how it may be let in, null if it
 * isn't held; it is about `sign` and `serial`. `hearsUs`: its newest status lists the own join with a key that it was handed, and lacks no
 * later one; `lacksKeys`: it lists it with none. `isHandRaised`: as a member that has reported it within half a minute.
 * @typedef {{ address: string, sign: string, serial: number, presence: import('./peer.js').Presence, trust: DeviceTrust,
 *     offer: import('./device-pins.js').Offer | null, hasOurKey: boolean,
 *     isHeard: boolean, hearsUs: boolean, lacksKeys?: boolean, isPostQuantum: boolean, isRecording: boolean, isSilent?: boolean, isHandRaised: boolean, says?: string }} CallMember
 */
/**
 * @typedef {{ type: 'send', kind: MessageKind, texts: Record<string, string> }
 *     | { type: 'sendToAll', kind: MessageKind, text: string }
 *     | { type: 'received', from: string, key: import('../keys/sender-key.js').SealingKey }
 *     | { type: 'forget', from: string }
 *     | { type: 'members', members: CallMember[] }
 *     | { type: 'pinned', pins: import('./device-pins.js').StoredPins }
 *     | { type: 'reported', from: string, report: ReceptionReport }
 *     | { type: 'replied', from: string, reply: import('../keys/channels/call-reply.js').CallReply }
 *     | { type: 'reacted', from: string, reaction: Reaction }
 *     | { type: 'notice', notice: string[] }
 *     | { type: 'nextTick', at: number }} KeyAction
 */

export {};
