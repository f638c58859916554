/** @typedef {import('./remote-publisher.js').RemoteStream['track']} Track */
/**
 * The events in the room of a call, named where they occur; everything between there and the session passes them on unchanged. `began`,
 * `ended`: a track carries someone's audio or video. `opened`: someone is heard or seen from now on. `cannotReceive`: a feed's track is
 * given up. `exhausted`: this tab has reached the limit of connections. `mayHaveMissed`: announcements of the room may have been missed.
 * `reentered`: nothing is received, and everyone who publishes is announced again. `failed`: the call cannot continue.
 * @typedef {{ type: 'appeared', publisher: import('./remote-publisher.js').RemotePublisher }
 *   | { type: 'disappeared', feed: number }
 *   | { type: 'began' | 'ended', feed: number, track: MediaStreamTrack, of: Track }
 *   | { type: 'opened' | 'cannotReceive', feed: number, of: Track }
 *   | { type: 'exhausted' | 'mayHaveMissed' | 'reentered' }
 *   | { type: 'connection', state: 'connecting' | 'connected' | 'reconnecting' }
 *   | { type: 'failed', failure: import('../model/call-failure.js').CallFailure }} RoomEvent
 */
export {};
