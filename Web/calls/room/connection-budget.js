import { CallFailure } from '../model/call-failure.js';

/** Chromium makes at most 500 connections in the life of a tab, closed ones included; some are used by the page itself. */
const most = 480;

/**
 * Counts the connections that a tab has made.
 * @param {(configuration: RTCConfiguration) => RTCPeerConnection} make
 * @param {number} [limit]
 */
export function countedConnections(make, limit = most) {
    let made = 0;
    return {
        /** @param {RTCConfiguration} configuration */
        makeConnection(configuration) {
            if (made >= limit) throw new CallFailure('exhausted');
            made += 1;
            return make(configuration);
        },
        connectionsLeft: () => Math.max(0, limit - made),
    };
}
