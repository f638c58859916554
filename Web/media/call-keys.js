import { KeyDistribution, ownEntry } from '../key-distribution/key-distribution.js';
import { makeReply } from '../key-distribution/replies.js';
import { systemRandom } from '../key-distribution/random.js';
import { systemWrapping } from '../keys/channels/key-channel.js';
import { drawJoinSecrets } from '../keys/entering/join-secrets.js';
import { makeJoin, readJoin } from '../keys/entering/join.js';
import { findMLKEM } from '../keys/entering/ml-kem.js';
import { readIdentity } from '../keys/identity/signed-identity.js';
import { SenderKeyring } from './sender-keyring.js';

/**
 * This device's entry into a call: its keys are generated here and never leave the worker (e2ee 3).
 * @param {import('./worker-messages.js').EntryParts} parts
 */
export async function makeEntry({ room, identity: text, signing: privateKey, rsa, seq, vouch }) {
    const identity = await readIdentity(text);
    const signing = { sign: identity.sign, privateKey };
    const kem = await findMLKEM();
    const secrets = await drawJoinSecrets(kem);
    const join = await makeJoin({ roomId: room, identity, secrets, seq, vouch }, signing);
    const entry = await ownEntry({ join, secrets, identity, signing });
    return { room, entry, wrapping: systemWrapping(rsa, kem) };
}

/** @typedef {Awaited<ReturnType<typeof makeEntry>>} PreparedEntry */

/**
 * Seals the reply to a caller, with keys that are generated for it and never leave the worker; null if nothing can be sealed to the caller
 * (e2ee 2, reply).
 * @param {import('./worker-messages.js').ReplyParts} parts
 */
export async function sealReply({ callId, identity: text, signing: privateKey, seq, vouch, join, reply }) {
    const [identity, inviter, kem] = await Promise.all([readIdentity(text), readJoin(join), findMLKEM()]);
    const fresh = { secrets: await drawJoinSecrets(null), secret: systemRandom.bytes(32) };
    const signing = { sign: identity.sign, privateKey };
    return makeReply(reply, { identity, signing, call: callId, inviter, seq, vouch }, fresh, systemWrapping(null, kem));
}

/**
 * Executes in the worker of a call what `KeyDistribution` decides: keys go to the keyring; messages, and the state to be shown, go to the
 * page.
 */
export class CallKeys {
    #core;
    #report;
    #clock;
    #stopTick = () => {};
    #isOver = false;
    /** @type {Promise<unknown>} what was taken last */
    #last = Promise.resolve();
    /** The number of keys received from others. */
    taken = 0;

    /**
     * @param {PreparedEntry} prepared
     * @param {import('./worker-messages.js').CallParts} call
     * @param {(actions: import('./worker-messages.js').ReportedKeyAction[]) => void} report
     * @param {import('./clock.js').Clock} clock
     */
    constructor({ room, entry, wrapping }, { callId, pins, isFounder }, report, clock) {
        this.#report = report;
        this.#clock = clock;
        this.#core = new KeyDistribution({
            call: callId, room, entry, pins, isFounder, wrapping, now: clock.now(), random: systemRandom,
        });
        this.keyring = new SenderKeyring({
            callId, ownAddress: entry.identity.address, clock, sealing: (now) => this.#core.sealing(now),
            needsKey: (from) => this.take({ type: 'keyMissing', from }),
            random: () => new DataView(systemRandom.bytes(4).buffer).getUint32(0) >>> 2,
        });
    }

    /** @param {import('../key-distribution/events.js').KeyEvent} event */
    take(event) {
        if (this.#isOver) return;
        if (event.type === 'leave') this.#isOver = true;
        // A rejected event changes nothing.
        this.#last = this.#core.handle(event, this.#clock.now()).then((actions) => this.#perform(actions)).catch(() => {});
    }

    /** Returns once everything accepted so far has taken effect. */
    async settled() { await this.#last; }

    /** @param {import('../key-distribution/events.js').KeyAction[]} actions */
    #perform(actions) {
        /** @type {import('./worker-messages.js').ReportedKeyAction[]} */
        const reported = [];
        for (const action of actions) {
            if (action.type === 'received') {
                this.taken += 1;
                this.keyring.receive(action.from, action.key);
            } else if (action.type === 'forget') this.keyring.forget(action.from);
            else if (action.type === 'nextTick') this.#schedule(action.at);
            else reported.push(action);
        }
        if (reported.length > 0) this.#report(reported);
    }

    /** @param {number} instant */
    #schedule(instant) {
        this.#stopTick();
        this.#stopTick = this.#clock.after(Math.max(0, instant - this.#clock.now()), () => this.take({ type: 'tick' }));
    }
}
