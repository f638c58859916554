import { inOrder, newMember, settled } from '../../../Web/calls/members/member.js';
import { noTile } from '../../../Web/features/calls/call-state.js';

/** A person's presence, by the status that is shown. */
const standing = (status) => ({ joined: { presence: 'isIn' }, reconnecting: { presence: 'isIn', isAway: true }, onHold: { presence: 'isIn', isOnHold: true } })[status] ?? { presence: status };

/** A person's record as the page has it; `reply` is the reply of a person who declined. */
export function record({ userId, name = '', status, reply = null, ...change }) {
    const member = { ...newMember({ userId, name }), isVideoEnabled: true, ...noTile, said: reply, ...(status ? standing(status) : {}), ...change };
    return settled(member);
}

/**
 * A call with one list of its people: those in it, each with a tile, the others beside them, and the raised hands.
 * @param {{ participants?: object[], people?: object[], hands?: number[] } & Record<string, unknown>} call
 */
export function withMembers({ participants = [], people = [], hands = [], ...call }) {
    const records = new Map(people.map((one) => [one.userId, record(one)]));
    participants.forEach((one, index) => {
        const { userId, deviceId } = one;
        records.set(userId, settled({ ...(records.get(userId) ?? record({ userId })), presence: 'isIn', address: `${userId}_${deviceId ?? `${userId}0`}`, slot: index, since: index, ...one }));
    });
    const place = (userId) => (hands.includes(userId) ? hands.indexOf(userId) + 1 : null);
    return { ...call, members: [...records.values()].map((one) => ({ ...one, hand: place(one.userId) })).sort(inOrder) };
}
