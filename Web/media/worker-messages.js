/** @typedef {import('../frames/frame-layout.js').FrameCodec} FrameCodec */
/** @typedef {{ key: CryptoKey, name: Uint8Array, epoch: number, sealAfter: number | null }} InstalledKey `sealAfter` in milliseconds; null for at once */
/**
 * From the page to the worker of a call.
 * @typedef {{ type: 'begin', callId: number, ownAddress: string } | ({ type: 'install' } & InstalledKey) | { type: 'leave' }
 *   | { type: 'statistics', id: number }} WorkerMessage
 */
/**
 * What a worker says by itself.
 * @typedef {{ type: 'ready' | 'needsKey' } | { type: 'keyFrameNeeded', track: string }
 *   | { type: 'keysMissing', feed: number, track: string, isMissing: boolean }
 *   | { type: 'firstOpened', feed: number, track: string }} WorkerEvent
 */
/** @typedef {{ type: 'statistics', id: number, counts: Record<string, import('./counts.js').Counts> }} WorkerStatistics */
/** @typedef {{ direction: 'send', track: string, codec: FrameCodec }} SendOptions */
/** @typedef {{ direction: 'receive', feed: number, sender: string, track: string, codec: FrameCodec }} ReceiveOptions */
/**
 * What TypeScript's library does not know yet: https://www.w3.org/TR/webrtc-encoded-transform/#RTCRtpScriptTransformer-interface
 * @typedef {object} ScriptTransformer
 * @property {ReadableStream<import('./frame-pump.js').EncodedFrame>} readable
 * @property {WritableStream<import('./frame-pump.js').EncodedFrame>} writable
 * @property {SendOptions | ReceiveOptions} options
 * @property {() => Promise<unknown>} [generateKeyFrame] of a sender
 * @property {() => Promise<unknown>} [sendKeyFrameRequest] of a receiver
 */
export {};
