import { endpoints } from '../../protocol/http/endpoints.js';
import { CallFailure } from '../model/call-failure.js';
import { janusDisplay } from '../room/janus-display.js';
import { runningCall } from '../course/running-call.js';

/**
 * Joins the call at the server. With `enterRoom`; in Swift: CallSession+Joining.swift.
 * @param {number | null} id
 * @param {Pick<import('../../session/session.js').Session, 'api'>} session
 * @param {() => boolean} isClosed
 */
export async function join(id, { api }, isClosed) {
    if (isClosed() || id === null) throw new CallFailure('noCall');
    const record = await api.send(endpoints.joinCall, { id });
    if (isClosed()) {
        // Hung up meanwhile, and the server may have heard of that before it let us in.
        await api.send(endpoints.endCall, { body: { callId: id } }).catch(() => {});
        throw new CallFailure('noCall');
    }
    return record;
}

/**
 * Comes into a call that goes on, without being rung. A device that is in it joins again, which changes nothing but that it is
 * given the others' joins again; else it asks for the place of the person's device that is away, or that they have left
 * (wire-protocol 4.7). The key that somebody may send to it opens nothing here, and is not waited for
 * (docs/decisions/0004-door-keys-and-media-keys.md).
 * @param {number} id
 * @param {Pick<import('../../session/session.js').Session, 'api' | 'account'>} session
 */
export async function comeIn(id, { api, account }) {
    const running = runningCall(await api.send(endpoints.activeCall), account);
    if (running !== null && running.id !== id) throw new CallFailure('alreadyInCall');
    if (running?.place === 'here') return api.send(endpoints.joinCall, { id });
    await api.send(endpoints.requestRejoin, { id });
    return api.send(endpoints.rejoinCall, { id });
}

/**
 * Enters the room at Janus, and sends.
 * @param {number} roomId
 * @param {object} call
 * @param {import('../../session/session.js').Session} call.session
 * @param {import('../capture/call-media.js').CallMedia} call.media
 * @param {import('../room/call-room.js').CallRoom} call.room
 * @param {import('../capture/own-screen.js').OwnScreen} call.screen
 */
export async function enterRoom(roomId, { session, media, room, screen }) {
    const { userId, displayName } = session.account;
    // Asked for now, they are here by the time when they are needed.
    session.credentials().catch(() => {});
    await room.enter(roomId, janusDisplay(userId, displayName), async () => {
        const { iceServers } = await session.credentials();
        return { stream: media.stream, microphone: media.sound, videoCodec: media.codec ?? 'h264', hasVideo: media.hasVideo, screen: screen.shared, iceServers };
    });
}
