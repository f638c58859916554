/**
 * Carries ICE candidates between a connection and Janus in both directions. Local ones wait until Janus has the description they belong to,
 * and those of Janus until the connection has its description.
 * @param {RTCPeerConnection} connection
 * @param {import('../../protocol/janus/janus-handle.js').JanusHandle} handle
 */
export function connectTrickle(connection, handle) {
    /** @type {(RTCIceCandidate | null)[] | null} */
    let own = [];
    /** @type {RTCIceCandidateInit[] | null} */
    let remote = [];
    connection.onicecandidate = ({ candidate }) => {
        if (own) own.push(candidate);
        else void handle.trickle(candidate);
    };
    const off = handle.onEvent(({ janus, message }) => {
        const candidate = message?.candidate;
        // Janus marks the end of its candidates; the connection doesn't need the mark.
        if (janus !== 'trickle' || typeof candidate?.candidate !== 'string') return;
        if (remote) remote.push(candidate);
        else connection.addIceCandidate(candidate).catch(() => {});
    });
    return {
        /** Janus has our description. */
        ownIsKnown() {
            for (const candidate of own ?? []) void handle.trickle(candidate);
            own = null;
        },
        /** The connection has the description of Janus. */
        remoteIsKnown() {
            for (const candidate of remote ?? []) connection.addIceCandidate(candidate).catch(() => {});
            remote = null;
        },
        stop() {
            connection.onicecandidate = null;
            off();
        },
    };
}
