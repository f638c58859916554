import { endpoints } from '../../protocol/http/endpoints.js';
import { nextEntryNumber } from '../../session/entry-sequence.js';
import { CallFailure } from '../model/call-failure.js';
import { janusDisplay } from '../room/janus-display.js';

/**
 * This device's entry into a room: the worker draws its keys and signs its join (e2ee 3).
 * @param {number} room
 * @param {object} parts
 * @param {import('../../session/session.js').Session} parts.session
 * @param {Pick<import('../../media/call-worker.js').CallWorker, 'prepare'>} parts.worker
 * @param {import('../platform.js').Platform} parts.platform
 */
export async function prepareEntry(room, { session, worker, platform }) {
    const own = await session.identity.registered();
    const seq = await nextEntryNumber(session.database, platform.clock.date());
    const vouch = await session.vouch.text(own.identity);
    const texts = await worker.prepare({ room, identity: own.identity.text, signing: own.signing.privateKey, rsa: session.deviceKey.privateKey, seq, vouch });
    if (!texts) throw new CallFailure('encryption');
    return { own, texts };
}

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
