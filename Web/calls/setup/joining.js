import { endpoints } from '../../protocol/http/endpoints.js';
import { CallFailure } from '../model/call-failure.js';

/**
 * Joins the call at the server. With `enterRoom`, the twin of CallSession+Joining.swift.
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
 * Enters the room at Janus, and sends.
 * @param {number} roomId
 * @param {object} call
 * @param {import('../../session/session.js').Session} call.session
 * @param {import('../capture/call-media.js').CallMedia} call.media
 * @param {import('../room/call-room.js').CallRoom} call.room
 */
export async function enterRoom(roomId, { session, media, room }) {
    const { userId, displayName } = session.account;
    await room.enter(roomId, `${userId}:${displayName}`, async () => {
        const { iceServers } = await session.credentials();
        return { stream: media.stream, videoCodec: media.codec ?? 'h264', hasVideo: media.hasVideo, iceServers };
    });
}
