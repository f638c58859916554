import { reduceCall } from '../../../../Web/features/calls/call-state.js';
import { newMember, noPlace, settled } from '../../../../Web/calls/members/member.js';

/** The changes of a record after these events of its person. */
const changes = {
    joined: ({ userId, name, deviceId = 10 * userId }, before) => ({ name, presence: 'isIn', address: `${userId}_${deviceId}`, since: before?.since ?? userId }),
    left: ({ isRemoved = false }) => ({ ...noPlace, presence: isRemoved ? 'removed' : 'left' }),
    reached: ({ isOn }, before, now) => ({ isAway: !isOn, awaySince: isOn ? null : now }),
    updated: ({ isVideoEnabled, ...flags }) => ({ ...flags, ...(isVideoEnabled === undefined ? {} : { sendsVideo: isVideoEnabled }) }),
    sharing: ({ isOn }, before, now) => ({ sharingSince: isOn ? now : null }),
    hand: ({ place }) => ({ hand: place }),
    device: (device) => device,
};

/**
 * The event that notifies the page: for a change of a person's record it is the list with that record, otherwise the event itself.
 * `speaking` and `rated` concern everyone in the call.
 */
export function toldOf(call, { type, callId = 7, ...event }, now = 0) {
    const records = new Map((call?.members ?? []).map((member) => [member.userId, member]));
    const told = (changed) => ({ type: 'members', callId, changed: changed.map(settled), userIds: [...new Set([...records.keys(), ...changed.map(({ userId }) => userId)])] });
    if (type === 'speaking') return told([...records.values()].map((one) => ({ ...one, isSpeaking: event.userIds.includes(one.userId) })).filter((one) => one.isSpeaking !== records.get(one.userId).isSpeaking));
    if (type === 'rated') return told([...records.values()].map((one) => ({ ...one, quality: event.levels[one.userId] ?? 'good' })));
    const change = changes[type];
    if (!change) return { type, callId, ...event };
    const before = records.get(event.userId);
    return told([{ ...(before ?? newMember(event)), ...change(event, before, now) }]);
}

export const follow = (call, event, now) => followAt(call, event, now, now);
/** The same with another monotonic clock. */
export const followAt = (call, event, now, uptime) => reduceCall(call, toldOf(call, event, now), now, uptime);
