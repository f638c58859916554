import { endpoints } from '../../../../Web/protocol/http/endpoints.js';
import { APIError } from '../../../../Web/protocol/errors.js';
import { Gate } from './time.mjs';

const names = new Map(Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]));
const inCall = (status) => ['accepted', 'connected'].includes(status);
const isPresent = (status) => inCall(status) || status === 'reconnecting';

/** The server of calls: who is in which call, the signals it sent, and the requests it received. */
export class ServerDouble {
    /** @type {string[]} `"<device> <endpoint> <call>"` */
    log = [];
    /** Gates by endpoint: before the server receives a request, and before its answer is back. */
    before = Object.fromEntries([...names.values()].map((name) => [name, new Gate()]));
    after = Object.fromEntries([...names.values()].map((name) => [name, new Gate()]));
    /** Sees each signal on its way to a device; its result is delivered. */
    change = (signal) => signal;
    calls = new Map();
    /** Additional members of the answer to a caller. */
    started = {};
    /** Participants' statements about themselves. */
    updates = [];
    /** The feed that lists name, by user. */
    feeds = new Map();
    /** Additional members in lists, by user. */
    flags = new Map();
    /** Whether `activeCall` lists ringing calls; older servers do not. */
    listsRings = true;
    /** Whether it lists how calls ended for a device: `sentEnds`, by device. */
    listsEnds = true;
    sentEnds = new Map();
    #persons = [];
    #nextCall = 7;

    add(person) { this.#persons.push(person); }

    async send(person, endpoint, { id, body } = {}) {
        const name = names.get(endpoint);
        if (name !== 'registerDevice') this.log.push(`${person.device} ${name} ${id ?? body?.callId ?? ''}`.trim());
        await this.before[name].pass();
        const failure = person.serverFailures[name];
        if (failure) throw new APIError(failure, failure === 'offline' ? 0 : 409, 'The server says no.');
        const answer = this[name]?.(person, { id: id ?? body?.callId, body }) ?? {};
        await this.after[name].pass();
        return answer;
    }

    registerDevice(person, { body }) {
        person.identity = body.identity;
        return {};
    }

    publicKeys(_, { body }) {
        const devices = this.#persons.filter(({ user, publicKey }) => body.userIds.includes(user) && publicKey);
        return {
            publicKeys: Object.fromEntries(devices.map(({ address, publicKey }) => [address, publicKey])),
            videoCodecs: Object.fromEntries(devices.map(({ address }) => [address, ['h264', 'vp8']])),
            identities: Object.fromEntries(devices.filter(({ identity }) => identity).map(({ address, identity }) => [address, identity])),
        };
    }

    startCall(caller, { body }) {
        const id = this.#nextCall++;
        const call = { id, room: body.roomId, host: caller.user, isVideo: body.isVideo, isOver: false, members: new Map(), asking: new Map(), rings: new Map(), removed: new Set(), texts: [] };
        if (body.e2ee) for (const kind of ['invite', 'join']) this.#keep(call, caller, kind, body.e2ee[kind]);
        this.calls.set(id, call);
        call.members.set(caller.user, { device: caller.device, status: 'accepted' });
        this.#ring(call, caller, body);
        return { callRecord: { id, participants: this.#list(call) }, ...this.started };
    }

    #ring(call, caller, body) {
        for (const user of body.calleeIds) call.members.set(user, { device: 0, status: 'inviting', by: caller.address });
        for (const { user, device, address } of this.#persons) {
            if (!body.calleeIds.includes(user) || !body.encryptedAESKeys[address]) continue;
            const invitation = {
                type: 'call_invitation', callId: call.id, roomId: body.roomId, callerId: caller.user, callerDeviceId: caller.device,
                callerName: caller.name, isVideo: body.isVideo, videoCodec: body.videoCodec, encryptedAESKey: body.encryptedAESKeys[address],
                e2ee: body.e2ee,
            };
            call.rings.set(device, invitation);
            this.notify(device, invitation);
        }
    }

    inviteToCall(caller, { id, body }) {
        const call = this.calls.get(id);
        if (!inCall(call?.members.get(caller.user)?.status)) throw new APIError('ErrCallNotAvailable', 410);
        for (const user of body.calleeIds) call.removed.delete(user);
        this.#keep(call, caller, 'invite', body.e2ee.invite);
        this.#ring(call, caller, body);
        for (const user of body.calleeIds) this.#tellOthers(call, user, { type: 'participant_invited', participantId: user, participantName: `User ${user}` });
        return { invited_users: body.calleeIds };
    }

    /** A person who opened the link to a call asks its maker to be admitted. */
    requestInvitation({ user }, { id, body: { userId, token } }) {
        const call = this.calls.get(id);
        const maker = call?.members.get(userId);
        if (!call || call.isOver || !inCall(maker?.status)) throw new APIError('ErrCallNotFound', 404);
        if (inCall(call.members.get(user)?.status)) throw new APIError('ErrUserAlreadyInCall', 409);
        this.notify(maker.device, { type: 'invitation_requested', callId: id, senderId: user, token });
        return { success: true };
    }

    askToMute({ user }, { id, body }) {
        const member = this.#asHost(user, id, body.userId);
        this.notify(member.device, { type: 'mute_requested', callId: id, userId: user });
        return { success: true };
    }

    removeParticipant({ user }, { id, body: { userId } }) {
        const member = this.#asHost(user, id, userId);
        const call = this.calls.get(id);
        const { device, status } = member;
        call.removed.add(userId);
        member.status = status === 'inviting' ? 'rejected' : 'left';
        if (status === 'inviting') member.endReason = 'cancelled';
        call.texts = call.texts.filter(({ kind, senderId }) => kind !== 'join' || senderId !== userId);
        if (status === 'inviting') {
            for (const other of this.#persons) if (other.user === userId) this.notify(other.device, { type: 'call_cancelled', callId: id, reason: 'cancelled' });
            this.#tellOthers(call, userId, { type: 'participant_rejected', participantId: userId, reason: 'cancelled' });
        } else {
            this.notify(device, { type: 'removed_from_call', callId: id, userId: user });
            this.notify(device, { type: 'call_ended', callId: id, reason: 'removed' });
            this.#tellOthers(call, userId, { type: 'participant_left', participantId: userId, reason: 'removed' });
        }
        return { success: true };
    }

    #asHost(user, id, about) {
        const call = this.calls.get(id);
        if (call?.host !== user) throw new APIError('ErrNotAllowed', 403);
        const member = call.members.get(about);
        if (!member || about === user) throw new APIError('ErrUpdateParticipantFailed', 400);
        return member;
    }

    joinCall({ user, device, name }, { id }) {
        const call = this.calls.get(id);
        if (!call || call.isOver) throw new APIError('ErrCallNotAvailable', 410);
        if (call.removed.has(user)) throw new APIError('ErrRemovedFromCall', 403);
        const before = call.members.get(user);
        call.members.set(user, { device, status: 'accepted' });
        if (user !== call.host && before?.status !== 'accepted') {
            for (const other of this.#persons) if (other.user === user && other.device !== device) this.notify(other.device, { type: 'call_cancelled', callId: id, reason: 'answered_elsewhere' });
            this.#tellOthers(call, user, { type: 'participant_joined', participantId: user, participantDeviceId: device, participantName: name });
        }
        return this.#letIn(call, device);
    }

    /** Joins, or rejoins, and is given what the others sent. */
    #letIn(call, device) {
        for (const text of call.texts) if (text.senderDeviceId !== device) this.notify(device, text);
        return { id: call.id, janusRoomId: call.room, callMediaType: call.isVideo ? 'video' : 'audio', participants: this.#list(call) };
    }

    requestRejoin({ user, device }, { id }) {
        const call = this.calls.get(id);
        if (!call || call.isOver) throw new APIError('ErrCallNotAvailable', 410);
        if (call.removed.has(user)) throw new APIError('ErrRemovedFromCall', 403);
        const member = call.members.get(user);
        if (inCall(member?.status) && member.device !== device) throw new APIError('ErrJoinedByOtherDevice', 409);
        if (![...call.members].some(([other, { status }]) => other !== user && inCall(status))) throw new APIError('ErrRejoinCallFailed', 400);
        call.asking.set(user, device);
        return {};
    }

    rejoinCall({ user, device, name }, { id }) {
        const call = this.calls.get(id);
        if (!call || call.isOver) throw new APIError('ErrCallNotAvailable', 410);
        if (call.asking.get(user) !== device) throw new APIError('ErrRejoinCallFailed', 400);
        if (isPresent(call.members.get(user)?.status)) this.#tellOthers(call, user, { type: 'participant_left', participantId: user });
        call.members.set(user, { device, status: 'accepted' });
        this.#tellOthers(call, user, { type: 'participant_joined', participantId: user, participantDeviceId: device, participantName: name });
        return this.#letIn(call, device);
    }

    participants(_, { id }) {
        const call = this.calls.get(id);
        if (!call || call.isOver) throw new APIError('ErrCallNotAvailable', 410);
        return { participants: this.#list(call) };
    }

    #list(call) {
        return [...call.members].map(([userId, { device, status, endReason, isOnHold }]) => ({
            userId, deviceId: device, status, endReason, ...(isOnHold && { isOnHold }), displayName: `User ${userId}`, isHost: userId === call.host, feedId: this.feeds.get(userId) ?? null, ...this.flags.get(userId),
        }));
    }

    activeCall({ user, device }) {
        const going = [...this.calls.values()].filter(({ isOver, members }) => !isOver && members.has(user));
        const ringing = going.filter(({ members, rings }) => members.get(user).status === 'inviting' && rings.has(device)).map(({ rings }) => rings.get(device));
        const rings = { ...(this.listsRings ? { ringing } : {}), ...(this.listsEnds ? { ended: this.sentEnds.get(device) ?? [] } : {}) };
        const held = going.filter(({ members }) => members.get(user).isOnHold);
        const [call] = [...going.filter((one) => !held.includes(one)), ...held];
        const other = held.find(({ id }) => id !== call.id);
        return call ? { active: true, callId: call.id, participants: this.#list(call), ...(other && { heldCallId: other.id }), ...rings } : { active: false, ...rings };
    }

    /** Only the missed ones, which are requested separately. */
    callHistory({ user }) {
        return [...this.calls.values()].filter(({ isOver, members }) => isOver && members.get(user)?.status === 'inviting').map(({ id }) => ({ id }));
    }

    updateParticipant(_, { body }) {
        this.updates.push(body);
        return {};
    }

    leaveCall(person, { id, body: { join, leave } }) {
        const kept = this.calls.get(id)?.texts.find(({ kind, senderId }) => kind === 'join' && senderId === person.user);
        if (!kept || kept.body === join) this.relay(person, { type: 'e2ee', callId: id, kind: 'leave', body: leave });
        return { success: true };
    }

    holdCall(person, request) {
        const call = this.calls.get(request.id);
        const member = call?.members.get(person.user);
        const { resumedCallId } = request.body;
        const other = this.calls.get(resumedCallId);
        if (!member || call.isOver || (resumedCallId !== undefined && (!other || other.isOver))) throw new APIError('ErrCallNotAvailable', 410);
        const held = [...this.calls.values()].filter(({ isOver, members }) => !isOver && members.get(person.user)?.isOnHold);
        if (held.some(({ id }) => id !== call.id && id !== resumedCallId)) throw new APIError('ErrUserAlreadyInCall', 409);
        this.leaveCall(person, request);
        this.#setHold(call, person, true);
        if (other) this.#setHold(other, person, false);
        return { success: true };
    }

    #setHold(call, { user }, isOnHold) {
        const status = isOnHold ? 'reconnecting' : 'accepted';
        Object.assign(call.members.get(user), { status, isOnHold });
        this.#tellOthers(call, user, { type: 'participant_updated', participantId: user, status, isOnHold });
    }

    endCall({ user, device }, { id, body }) {
        const call = this.calls.get(id);
        const member = call?.members.get(user);
        if (!member || call.isOver) return { success: true };
        const wasIn = inCall(member.status);
        member.status = wasIn ? 'left' : 'rejected';
        if (!wasIn) {
            member.endReason = body?.reason ?? 'declined';
            const type = member.endReason === 'declined' ? 'call_cancelled' : 'call_ended';
            for (const other of this.#persons) if (other.user === user && other.device !== device && call.rings.has(other.device)) this.notify(other.device, { type, callId: id, reason: member.endReason });
        }
        const present = [...call.members.values()].filter(({ status }) => inCall(status));
        const isRinging = [...call.members.values()].some(({ status }) => status === 'inviting');
        if (present.length < 2 && (!isRinging || user === call.host)) this.#finish(call, wasIn ? (isRinging ? 'cancelled' : 'hung_up') : body?.reason ?? 'declined');
        else if (wasIn) {
            this.#tellOthers(call, user, { type: 'participant_left', participantId: user });
            call.texts = call.texts.filter(({ kind, senderId }) => kind !== 'join' || senderId !== user);
        } else this.#tellOthers(call, user, { type: 'participant_rejected', participantId: user, reason: body?.reason ?? 'declined' });
        return { success: true };
    }

    /** The server has learned the feed number under which a person publishes. */
    published(user, feed) {
        this.feeds.set(user, feed);
        for (const call of this.calls.values()) if (call.members.has(user)) this.#tellOthers(call, user, { type: 'participant_feedId_updated', participantId: user, feedId: feed });
    }

    #finish(call, reason) {
        call.isOver = true;
        for (const { user, device } of this.#persons) {
            const member = call.members.get(user);
            if (member?.status === 'inviting' || (inCall(member?.status) && member.device === device)) this.notify(device, { type: 'call_ended', callId: call.id, reason });
        }
    }

    #tellOthers(call, user, signal) {
        for (const [other, { device, status }] of call.members) if (other !== user && inCall(status)) this.notify(device, { ...signal, callId: call.id });
    }

    /** Carries E2EE messages from a device to the others in its call, and stores joins and invites for those who join later (e2ee 7). */
    relay(sender, { type, callId, kind, body, bodies }) {
        const call = this.calls.get(callId);
        if (kind === 'reply') return this.#reply(sender, call, bodies);
        if (type !== 'e2ee' || !call || call.isOver || call.members.get(sender.user)?.device !== sender.device) return;
        if (kind === 'join' || kind === 'invite') this.#keep(call, sender, kind, body);
        for (const [user, { device, status }] of call.members) {
            const text = body ?? bodies[`${user}_${device}`];
            if (device !== sender.device && inCall(status) && text) this.notify(device, this.#text(call, sender, kind, text));
        }
    }

    /** The only kind that a ringing device sends, to the device that rang it. */
    #reply(sender, call, bodies) {
        const { status, by } = call?.isOver === false ? call.members.get(sender.user) ?? {} : {};
        const text = bodies?.[by];
        this.log.push(`${sender.device} reply ${call?.id}`);
        if (status === 'inviting' && text && Object.keys(bodies).length === 1) this.notify(Number(by.split('_')[1]), this.#text(call, sender, 'reply', text));
    }

    #text({ id }, { user, device }, kind, body) { return { type: 'e2ee', callId: id, kind, body, senderId: user, senderDeviceId: device }; }

    #keep(call, sender, kind, body) {
        const text = this.#text(call, sender, kind, body);
        call.texts = [...call.texts.filter((kept) => kind === 'invite' || kept.kind !== kind || kept.senderId !== sender.user), text];
    }

    notify(device, signal) {
        const { type, callId, reason } = signal;
        if (type === 'call_ended' || type === 'call_cancelled') this.sentEnds.set(device, [...(this.sentEnds.get(device) ?? []), { callId, reason }]);
        const changed = this.change(signal, device);
        const person = this.#persons.find((each) => each.device === device);
        // As JSON, so that no one can change it afterwards.
        if (changed) queueMicrotask(() => person?.hears(JSON.parse(JSON.stringify(changed))));
    }
}
