import { againMessageText } from '../keys/channels/again-message.js';
import { sortedAddresses } from './addresses.js';
import { makeOwnStatus } from './statuses.js';

/** The messages to send at the end of one event. */
export class Outbox {
    joinToAll = false;
    /** @type {Set<string>} */
    joinTo = new Set();
    /** @type {string[]} */
    invitesToAll = [];
    /** @type {Map<string, string>} */
    invites = new Map();
    /** @type {Map<string, string>} */
    opens = new Map();
    /** @type {Map<string, string>} */
    keys = new Map();
    /** @type {Set<string>} */
    againTo = new Set();
    leaveToAll = false;
    statusToAll = false;
    /** @type {Set<string>} */
    statusTo = new Set();
    /** @type {Map<string, string>} */
    reports = new Map();
}

/**
 * Sends the collected messages, one signal of a kind, in the order in which receivers need them.
 * @param {import('./key-distribution.js').KeyDistribution} core
 * @param {number} now
 */
export async function flush(core, now) {
    const out = core.outbox;
    core.outbox = new Outbox();
    const { join } = core.own;
    /**
     * @param {import('./limits.js').MessageKind} kind
     * @param {Iterable<[string, string]>} texts
     */
    const send = (kind, texts) => {
        const sorted = new Map(texts);
        if (sorted.size === 0) return;
        const entries = sortedAddresses(sorted.keys()).map((address) => [address, sorted.get(address) ?? '']);
        core.actions.push({ type: 'send', kind, texts: Object.fromEntries(entries) });
    };
    if (out.joinToAll) core.actions.push({ type: 'sendToAll', kind: 'join', text: join.text });
    else send('join', [...out.joinTo].map((address) => [address, join.text]));
    for (const text of out.invitesToAll) core.actions.push({ type: 'sendToAll', kind: 'invite', text });
    send('invite', out.invites);
    send('open', out.opens);
    send('key', out.keys);
    send('again', [...out.againTo].map((address) => {
        const held = core.peers.get(address)?.current?.join.hash ?? null;
        return [address, againMessageText(join.hash, held)];
    }));
    if (out.leaveToAll) core.actions.push({ type: 'sendToAll', kind: 'leave', text: core.own.leave });
    if (out.statusToAll) {
        core.actions.push({ type: 'sendToAll', kind: 'status', text: await makeOwnStatus(core, null, now) });
    } else if (out.statusTo.size > 0) {
        const text = await makeOwnStatus(core, out.statusTo, now);
        send('status', [...out.statusTo].map((address) => [address, text]));
    }
    send('report', out.reports);
}
