import { makeInvite } from '../../keys/identity/invite.js';
import { hashOf } from '../../keys/signing/object-hash.js';
import { endpoints } from '../../protocol/http/endpoints.js';
import { wrapCallKey } from '../../keys/envelope.js';
import { ownVideoCodecs } from '../../media/codecs.js';
import { nextEntryNumber } from '../../session/entry-sequence.js';
import { commonVideoCodec, loadPublishedKeys, publishedEvent } from '../keys/published-keys.js';
import { isInCall } from '../members/member.js';
import { CallFailure } from '../model/call-failure.js';
import { prepareEntry } from './joining.js';
import { text } from '../../texts/text.js';
import { keepRung } from './rung-people.js';

/** @typedef {import('../platform.js').Platform} Platform */

/**
 * What the caller said of itself, and what it was told of those it calls.
 * @typedef {{ callId: number, room: number, invite: string, callees: number[], texts: import('../../media/worker-messages.js').OwnTexts,
 *     published: import('../keys/published-keys.js').PublishedKeys, canRing: boolean }} PlacedCall `canRing`: not all who are called are offline
 */

/**
 * The caller: make a room, sign an invite and a join, have the server ring every device of the people called.
 * In Swift: CallSession+Invitation.swift.
 * @param {number[]} userIds
 * @param {Pick<import('../model/call-parts.js').CallParts, 'session' | 'media' | 'worker' | 'room' | 'platform' | 'isClosed' | 'timeline'>} call
 * @returns {Promise<PlacedCall>}
 */
export async function invite(userIds, { session, media, worker, room, platform, isClosed, timeline }) {
    const [published, roomId] = await Promise.all([
        loadPublishedKeys(session, userIds).finally(() => timeline.mark('keys')),
        room.createRoom().finally(() => timeline.mark('room')),
        media.open().finally(() => timeline.mark('devices')),
    ]);
    if (published.devices.size === 0) throw published.hasOlderApps ? new CallFailure('encryption', olderApp) : new CallFailure('notAvailable');
    media.codec = commonVideoCodec(published, ownVideoCodecs(platform.capabilities));
    const [{ own, texts }, encryptedAESKeys] = await Promise.all([
        prepareEntry(roomId, { session, worker, platform }), doorKeys(published.devices, platform),
    ]);
    const invited = await signedInvite(userIds, roomId, { session, media, platform, own, join: texts.join });
    const e2ee = { invite: invited, join: texts.join };
    if (isClosed()) throw new CallFailure('noCall');
    const body = { roomId, calleeIds: userIds, encryptedAESKeys, isVideo: media.isVideo, videoCodec: media.codec, e2ee };
    const answer = await session.api.send(endpoints.startCall, { body });
    timeline.mark('ring');
    const id = answer?.callRecord?.id;
    if (id === undefined || !Number.isSafeInteger(id)) throw new CallFailure('server');
    const offline = new Set((answer?.offlineCallees ?? []).map((callee) => callee.id));
    const canRing = userIds.some((user) => !offline.has(user));
    return { callId: id, room: roomId, invite: e2ee.invite, callees: userIds, texts, published, canRing };
}

/**
 * More people are rung into a call that goes on. Everybody in it is told of the invite before anybody rings, so that nobody who
 * comes is held.
 * @param {number[]} userIds
 * @param {Pick<import('../model/call-parts.js').CallParts, 'session' | 'members' | 'sync' | 'media' | 'platform' | 'isClosed' | 'keys'>
 *     & { callId: number, room: number, texts: import('../../media/worker-messages.js').OwnTexts, isByLink?: boolean }} call `isByLink`: they have asked by a link, which whoever has it can
 * @returns {Promise<number[]>} who rings because of it
 */
export async function inviteMore(userIds, { callId, room, texts, session, members, sync, media, platform, isClosed, keys, isByLink = false }) {
    const calleeIds = userIds.filter((user) => user !== session.account.userId && !isInCall(members.of(user)?.status));
    if (calleeIds.length === 0) throw new CallFailure('alreadyInCall', text('errors.alreadyInCall'));
    try {
        const [published, own] = await Promise.all([loadPublishedKeys(session, calleeIds), session.identity.registered()]);
        if (published.devices.size === 0) throw published.hasOlderApps ? new CallFailure('encryption', olderApp) : new CallFailure('notAvailable');
        const encryptedAESKeys = await doorKeys(published.devices, platform);
        const e2ee = { invite: await signedInvite(calleeIds, room, { session, media, platform, own, join: texts.join }), join: texts.join };
        if (isClosed()) throw new CallFailure('noCall');
        keys.heard(publishedEvent(published));
        await keepRung(session.database, callId, calleeIds, isByLink);
        keys.heard({ type: 'invited', text: e2ee.invite, callees: calleeIds, ...(isByLink && { isByLink }) });
        const body = { roomId: room, calleeIds, encryptedAESKeys, isVideo: media.isVideo, videoCodec: media.codec, e2ee };
        const answer = await session.api.send(endpoints.inviteToCall, { id: callId, body });
        await sync.refresh();
        return answer?.invited_users ?? [];
    } catch (error) {
        throw CallFailure.from(error);
    }
}

/**
 * @param {number[]} callees
 * @param {number} roomId
 * @param {object} parts
 * @param {import('../../session/session.js').Session} parts.session
 * @param {{ isVideo: boolean }} parts.media
 * @param {Platform} parts.platform
 * @param {Awaited<ReturnType<import('../../session/device-identity.js').DeviceIdentity['registered']>>} parts.own
 * @param {string} parts.join the text of the own join
 */
async function signedInvite(callees, roomId, { session, media, platform, own, join }) {
    const seq = await nextEntryNumber(session.database, platform.clock.date());
    const issuedAt = Math.floor(platform.clock.date());
    const entry = await hashOf(join.split('~')[1]);
    return makeInvite({ roomId, caller: session.deviceAddress, join: entry, callees, isVideo: media.isVideo, seq, issuedAt }, own.signing);
}

const olderApp = text('call.failure.theirAppTooOld');

/**
 * A random key for each device that is to ring, which the server asks for and nobody uses (e2ee 2).
 * @param {Map<string, import('../../keys/identity/signed-identity.js').SignedIdentity>} devices
 * @param {Platform} platform
 */
async function doorKeys(devices, platform) {
    /** @type {Record<string, string>} */
    const wrapped = {};
    for (const [address, { rsa }] of devices) {
        const bytes = platform.random(new Uint8Array(32));
        const envelope = await wrapCallKey(rsa, bytes).catch(() => null);
        bytes.fill(0);
        if (envelope) wrapped[address] = envelope;
    }
    if (Object.keys(wrapped).length === 0) throw new CallFailure('encryption');
    return wrapped;
}
