/** @typedef {import('../frames/frame-layout.js').FrameCodec} FrameCodec */
/** @typedef {import('../key-distribution/events.js').KeyEvent} KeyEvent */
/** @typedef {import('../key-distribution/events.js').KeyAction} KeyAction */
/**
 * The parts of an entry: the keys aren't extractable.
 * @typedef {{ room: number, identity: string, signing: CryptoKey, rsa: CryptoKey, seq: number, vouch: string }} EntryParts
 */
/** @typedef {{ join: string, leave: string }} OwnTexts the join of this device, and the leave that ends it */
/**
 * The beginning of a call, once it has an id.
 * @typedef {{ callId: number, pins: import('../key-distribution/device-pins.js').StoredPins | null, isFounder: boolean }} CallParts
 */
/**
 * The parts of a reply to a caller; `join` is the invitation's.
 * @typedef {{ callId: number, identity: string, signing: CryptoKey, seq: number, vouch: string, join: string,
 *     reply: import('../keys/channels/call-reply.js').CallReply }} ReplyParts
 */
/**
 * From the page to the worker of a call.
 * @typedef {({ type: 'prepare', id: number } & EntryParts) | ({ type: 'reply', id: number } & ReplyParts) | { type: 'settle', id: number } | ({ type: 'begin' } & CallParts) | { type: 'keys', event: KeyEvent }
 *   | { type: 'switch', slot: number, feed: number, sender: string } | { type: 'statistics', id: number }} WorkerMessage
 */
/** @typedef {Extract<KeyAction, { type: 'send' | 'sendToAll' | 'members' | 'pinned' | 'notice' | 'reported' | 'replied' | 'reacted' }>} ReportedKeyAction what the page carries out */
/**
 * The unsolicited messages of a worker.
 * @typedef {{ type: 'ready' } | { type: 'keyActions', actions: ReportedKeyAction[] } | { type: 'keyFrameNeeded', track: string, source: number | null }
 *   | { type: 'keysMissing', feed: number, track: string, isMissing: boolean }
 *   | { type: 'firstOpened', slot: number, feed: number, track: string, timestamp: number | null }} WorkerEvent
 */
/**
 * The outcomes of all frames so far, by `sent <track>` and `received <device> <track>`, and the number of keys received from others.
 * @typedef {{ counts: Record<string, import('./counts.js').Counts>, keys: number }} WorkerStatistics
 */
/**
 * @typedef {{ type: 'statistics', id: number, statistics: WorkerStatistics }
 *   | { type: 'prepared', id: number, texts: OwnTexts | null } | { type: 'sealedReply', id: number, text: string | null }
 *   | { type: 'settled', id: number }} WorkerAnswer
 */
/**
 * @typedef {{ direction: 'send', track: string, codec: FrameCodec, rids?: string[] }} SendOptions the names of its layers, if it has
 *     several
 */
/** @typedef {{ direction: 'receive', slot: number, feed: number, sender: string, track: string, codec: FrameCodec }} ReceiveOptions */
/**
 * The interface that TypeScript's library doesn't declare yet:
 * https://www.w3.org/TR/webrtc-encoded-transform/#RTCRtpScriptTransformer-interface
 * @typedef {object} ScriptTransformer
 * @property {ReadableStream<import('./frame-pump.js').EncodedFrame>} readable
 * @property {WritableStream<import('./frame-pump.js').EncodedFrame>} writable
 * @property {SendOptions | ReceiveOptions} options
 * @property {(rid?: string) => Promise<unknown>} [generateKeyFrame] of a sender
 * @property {() => Promise<unknown>} [sendKeyFrameRequest] of a receiver
 */
export {};
