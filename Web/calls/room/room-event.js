/** @typedef {import('./remote-publisher.js').RemoteStream['track']} Track */
/**
 * What happens in the room of a call, as it is said where it happens; everything between there and the session passes it on as it is.
 * `began`, `ended`: a track carries somebody's sound or picture. `opened`: somebody is heard or seen from now on. `cannotReceive`: that of
 * a feed is given up. `exhausted`: this tab may make no more connections. `mayHaveMissed`: what the room said may have been missed.
 * `reentered`: nothing is received, and everybody who publishes is announced again. `failed`: the call cannot go on.
 * @typedef {{ type: 'appeared', publisher: import('./remote-publisher.js').RemotePublisher }
 *   | { type: 'disappeared', feed: number }
 *   | { type: 'began' | 'ended', feed: number, track: MediaStreamTrack, of: Track }
 *   | { type: 'opened' | 'cannotReceive', feed: number, of: Track }
 *   | { type: 'exhausted' | 'mayHaveMissed' | 'reentered' }
 *   | { type: 'connection', state: 'connecting' | 'connected' | 'reconnecting' }
 *   | { type: 'failed', failure: import('../model/call-failure.js').CallFailure }} RoomEvent
 */
export {};
