import { endpoints } from '../../protocol/http/endpoints.js';
import { wrapCallKey } from '../../keys/envelope.js';
import { ownVideoCodecs } from '../../media/codecs.js';
import { CallFailure } from '../model/call-failure.js';

/** @typedef {import('../platform.js').Platform} Platform */

/**
 * The caller: make a room, wrap a door key for every device of the people called, have the server ring them. The twin of
 * CallSession+Invitation.swift.
 * @param {number[]} userIds
 * @param {object} call
 * @param {import('../../session/session.js').Session} call.session
 * @param {import('../capture/call-media.js').CallMedia} call.media
 * @param {import('../keys/peer-keys.js').PeerKeys} call.peers
 * @param {import('../room/call-room.js').CallRoom} call.room
 * @param {Platform} call.platform
 * @param {() => boolean} call.isClosed
 * @returns {Promise<number>} the call
 */
export async function invite(userIds, { session, media, peers, room, platform, isClosed }) {
    await media.open();
    const [devices, roomId] = await Promise.all([peers.load(userIds), room.open().then(() => room.createRoom())]);
    if (devices.size === 0) throw new CallFailure('notAvailable');
    media.codec = peers.commonVideoCodec(devices.keys(), ownVideoCodecs(platform.capabilities));
    const encryptedAESKeys = await doorKeys(devices, platform);
    if (isClosed()) throw new CallFailure('noCall');
    const body = { roomId, calleeIds: userIds, encryptedAESKeys, isVideo: media.isVideo, videoCodec: media.codec };
    const answer = await session.api.send(endpoints.startCall, { body });
    const id = answer?.callRecord?.id;
    if (id === undefined || !Number.isSafeInteger(id)) throw new CallFailure('server');
    return id;
}

/**
 * A fresh key for each device: it proves the invitation and never protects media (e2ee 6).
 * @param {Map<string, CryptoKey>} devices
 * @param {Platform} platform
 */
async function doorKeys(devices, platform) {
    /** @type {Record<string, string>} */
    const wrapped = {};
    for (const [address, key] of devices) {
        const bytes = platform.random(new Uint8Array(32));
        const envelope = await wrapCallKey(key, bytes).catch(() => null);
        bytes.fill(0);
        if (envelope) wrapped[address] = envelope;
    }
    if (Object.keys(wrapped).length === 0) throw new CallFailure('encryption');
    return wrapped;
}
