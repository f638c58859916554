/** @typedef {import('../../media/clock.js').Clock} Clock */

/** How many messages are sent, one after another. */
const count = 5;
/** The time after which a message counts as lost, in milliseconds: they are not sent again. */
const patience = 1000;

/**
 * Sends data from a relay to another relay of the same server and back, which is how the media of calls pass it. Both ends are in this
 * page, and neither may use anything but relays.
 * @param {RTCIceServer} server the URLs of one transport, with the account's credentials
 * @param {object} parts
 * @param {(configuration: RTCConfiguration) => RTCPeerConnection} parts.makeConnection
 * @param {Clock} parts.clock
 * @param {number} parts.limit milliseconds for all of it
 * @param {AbortSignal} parts.signal
 * @returns {Promise<number | null>} the round trip to the relay in milliseconds; null if no data came back
 */
export async function probeRelay(server, { makeConnection, clock, limit, signal }) {
    /** @type {RTCPeerConnection[]} */
    const connections = [];
    let callOff = () => {};
    const isOver = new Promise((/** @type {(value: null) => void} */ resolve) => {
        callOff = clock.after(limit, () => resolve(null));
        if (signal.aborted) resolve(null);
        signal.addEventListener('abort', () => resolve(null));
    });
    try {
        for (let end = 0; end < 2; end += 1) connections.push(makeConnection({ iceServers: [server], iceTransportPolicy: 'relay' }));
        return await Promise.race([isOver, throughRelays(connections[0], connections[1], clock).catch(() => null)]);
    } finally {
        callOff();
        for (const connection of connections) connection.close();
    }
}

/**
 * @param {RTCPeerConnection} here
 * @param {RTCPeerConnection} there
 * @param {Clock} clock
 */
async function throughRelays(here, there, clock) {
    // As media: what is lost is not sent again.
    const channel = here.createDataChannel('relay', { ordered: false, maxRetransmits: 0 });
    there.ondatachannel = ({ channel: other }) => { other.onmessage = ({ data }) => other.send(data); };
    const isOpen = new Promise((resolve) => { channel.onopen = resolve; });
    await join(here, there);
    await isOpen;
    return medianRoundTrip(channel, clock);
}

/**
 * Exchanges descriptions, and candidates as they are found.
 * @param {RTCPeerConnection} here
 * @param {RTCPeerConnection} there
 */
async function join(here, there) {
    let isReady = () => {};
    const described = new Promise((/** @type {(value: void) => void} */ resolve) => { isReady = resolve; });
    for (const [from, to] of [[here, there], [there, here]]) {
        // Candidates may be found before the other end has the description that they belong to.
        from.onicecandidate = ({ candidate }) => void described.then(() => (candidate ? to.addIceCandidate(candidate) : undefined)).catch(() => {});
    }
    await here.setLocalDescription(await here.createOffer());
    await there.setRemoteDescription(/** @type {RTCSessionDescription} */ (here.localDescription));
    await there.setLocalDescription(await there.createAnswer());
    await here.setRemoteDescription(/** @type {RTCSessionDescription} */ (there.localDescription));
    isReady();
}

/**
 * @param {RTCDataChannel} channel whose other end returns what it is sent
 * @param {Clock} clock
 * @returns {Promise<number | null>} half of the median: a message passes between this device and the relay twice on each way
 */
async function medianRoundTrip(channel, clock) {
    const times = [];
    for (let number = 0; number < count; number += 1) {
        const time = await roundTrip(channel, `${number}`, clock);
        if (time !== null) times.push(time);
    }
    const middle = times.sort((one, other) => one - other).at(Math.floor(times.length / 2));
    return middle === undefined ? null : middle / 2;
}

/**
 * @param {RTCDataChannel} channel
 * @param {string} message
 * @param {Clock} clock
 * @returns {Promise<number | null>}
 */
function roundTrip(channel, message, clock) {
    return new Promise((resolve) => {
        const sentAt = clock.now();
        const callOff = clock.after(patience, () => resolve(null));
        channel.onmessage = ({ data }) => {
            if (data !== message) return;
            callOff();
            resolve(clock.now() - sentAt);
        };
        channel.send(message);
    });
}
