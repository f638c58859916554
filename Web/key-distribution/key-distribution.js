import { makeLeave } from '../keys/entering/leave.js';
import { KeyChannel } from '../keys/channels/key-channel.js';
import { SenderKey } from '../keys/sender-key.js';
import { sortedAddresses } from './addresses.js';
import * as channels from './channels.js';
import { DevicePins } from './device-pins.js';
import * as entering from './entering.js';
import * as gestures from './gestures.js';
import * as generations from './generations.js';
import * as invites from './invites.js';
import * as joins from './joins.js';
import { RateWindow, limits, sizes } from './limits.js';
import { Outbox, flush } from './outbox.js';
import { OwnGestures } from './own-gestures.js';
import { OwnGenerations } from './own-generations.js';
import { Peer } from './peer.js';
import { randomNumber } from './random.js';
import * as replies from './replies.js';
import * as reports from './reports.js';
import * as statuses from './statuses.js';
import * as trust from './trust.js';

/** @typedef {import('./events.js').KeyEvent} KeyEvent */
/** @typedef {import('./events.js').KeyAction} KeyAction */
/** @typedef {import('../keys/entering/join.js').Join} Join */
/** @typedef {import('../keys/signing/signing-keys.js').SigningKeyPair} SigningKeyPair */
/**
 * This device's entry into one call; the leave is signed beforehand, since a closing page cannot wait.
 * @typedef {{ join: Join, leave: string, secrets: import('../keys/entering/join-secrets.js').JoinSecrets,
 *     identity: import('../keys/identity/signed-identity.js').SignedIdentity, signing: SigningKeyPair }} OwnEntry
 */
/** @typedef {(core: KeyDistribution, sender: string, text: string, now: number) => Promise<void>} Receiver takes a text of another device */

/**
 * The exchange of keys in a call, both ways: each device hands out its own, over channels that the server cannot enter (e2ee 3 to 6). In
 * Swift: `KeyDistribution`.
 *
 * Events come in with the instant and randomness, actions come out. WebCrypto answers later: events are handled one after the other, each
 * at the instant at which it came. Instants are milliseconds of a monotonic clock that counts the time in which the device sleeps.
 */
export class KeyDistribution {
    /** @type {Map<string, Peer>} */
    peers = new Map();
    /** @type {Set<number>} the people that members have rung, and those who were there when this device entered */
    invited = new Set();
    /**
     * @type {Set<number>} those of them who were invited by a device that is there, or by this one: the people whom its own invites name
     */
    asked = new Set();
    /** Whether this device must tell everyone which people it knows to be invited. */
    owesInvite = false;
    /** @type {Set<number>} the people whom this device itself has rung */
    rung = new Set();
    /** @type {Set<number>} those of them who have asked by a link */
    byLink = new Set();
    /**
     * Statements that arrived before the identity they are about, by sender: none displaces another.
     * @type {Map<string, Map<string, import('../keys/identity/statements.js').Vouch>>}
     */
    waitingVouches = new Map();
    /** @type {number | null} */
    enteredAt = null;
    isConnected = false;
    isOver = false;
    /** @type {number | null} when this device was last heard again after it could not be reached */
    absenceEnded = null;
    /** @type {Set<string>} members that are to be handed the newest generation */
    newcomers = new Set();
    /** @type {number | null} */
    lastStep = null;
    /** @type {number | null} the first leave that no generation answers yet */
    leaveAt = null;
    /** The number of other devices whose join is here, as of the last event. */
    entryCount = 0;
    statusSeq = 0;
    /** @type {{ seq: number, at: number }[]} the instants of own statuses, newest last */
    statusTimes = [];
    /** @type {number | null} */
    nextStatus = null;
    /** Whether each status of this device reports that it records. */
    isRecording = false;
    /** Whether this device is sending nothing at the moment. */
    isSilent = false;
    /**
     * How others' media arrive here, to be reported to them.
     * @type {Map<string, import('../keys/channels/reception-report.js').ReceptionReport>}
     */
    reports = new Map();
    nextReport = 0;
    gestures = new OwnGestures();
    answers = new RateWindow(limits.answersPerSecond, 1_000);
    /** @type {Set<string>} */
    notices = new Set();
    outbox = new Outbox();
    /** @type {KeyAction[]} */
    actions = [];
    #shown = '[]';
    #storedPins;
    /** @type {number | null} */
    #due = null;
    /** @type {Promise<unknown>} */
    #queue = Promise.resolve();

    /**
     * Begins an entry into a call; nothing goes out before `entered`.
     * @param {object} parts
     * @param {number} parts.call
     * @param {number} parts.room
     * @param {OwnEntry} parts.entry
     * @param {import('./device-pins.js').StoredPins | null} parts.pins
     * @param {boolean} parts.isFounder whether this device started the call, so that no one was in it before
     * @param {import('../keys/channels/key-channel.js').ChannelWrapping} parts.wrapping
     * @param {number} parts.now
     * @param {import('./random.js').Random} parts.random
     */
    constructor({ call, room, entry, pins, isFounder, wrapping, now, random }) {
        this.call = call;
        this.room = room;
        this.own = entry;
        this.pins = new DevicePins(pins);
        this.#storedPins = JSON.stringify(this.pins.stored);
        this.isFounder = isFounder;
        this.random = random;
        this.channels = new KeyChannel(call, entry.join, entry.secrets, wrapping);
        const number = 1 + Number(randomNumber(random) & 0x7fffn);
        this.generations = new OwnGenerations(number, new SenderKey(random.bytes(SenderKey.byteLength)), now);
        this.renewsAt = now + generations.drawLife(random);
    }

    get address() { return this.own.identity.address; }

    /**
     * Handles an event at the instant it came.
     * @param {KeyEvent} event
     * @param {number} now
     * @returns {Promise<KeyAction[]>}
     */
    handle(event, now) {
        // Limiting the use of keys doesn't wait for earlier events.
        if (event.type === 'listed') entering.boundUnlisted(this, event.addresses, now);
        const result = this.#queue.then(() => this.#handle(event, now));
        this.#queue = result.catch(() => {});
        return result;
    }

    /** @param {number} now */
    sealing(now) { return this.generations.sealing(now); }

    /**
     * @param {KeyEvent} event
     * @param {number} now
     */
    async #handle(event, now) {
        if (this.isOver) return [];
        this.actions = [];
        if (this.#due !== null && now > this.#due + limits.lateTick) this.absenceEnded = now;
        await this.#take(event, now);
        if (!this.isOver) await this.#advance(now);
        this.entryCount = statuses.countEntries(this);
        const gone = Math.min(...statuses.goneInstants(this));
        this.generations.provenUntil = gone + limits.leaveGrace;
        await flush(this, now);
        this.#report(now);
        return this.actions;
    }

    /**
     * @param {KeyEvent} event
     * @param {number} now
     */
    async #take(event, now) {
        switch (event.type) {
            case 'entered': return entering.entered(this, now);
            case 'message': return this.#received(event.kind, event.from, event.text, now);
            case 'listed': return entering.listed(this, event.addresses, now);
            case 'disconnected': this.isConnected = false; return undefined;
            case 'connected': return entering.connected(this, now);
            case 'published': return trust.published(this, event, now);
            case 'keyMissing':
                if (this.peers.get(event.from)?.current?.isMember) joins.ask(this, event.from, now);
                return undefined;
            case 'noted': return trust.noted(this, event, now);
            case 'invited':
                if (event.isByLink) for (const callee of event.callees) this.byLink.add(callee);
                if (this.enteredAt !== null) this.outbox.invitesToAll.push(event.text);
                return invites.rang(this, event.callees, now);
            case 'invitedBefore':
                for (const user of event.byLink ?? []) this.byLink.add(user);
                this.owesInvite = true;
                return invites.rang(this, event.callees, now);
            case 'expected': return invites.expected(this, event.callees, now);
            case 'receiving': return reports.receiving(this, event.reports);
            case 'recording': return statuses.setRecording(this, event.isOn);
            case 'silent': this.isSilent = event.isOn; return undefined;
            case 'hand': this.gestures.isHandRaised = event.isRaised; return undefined;
            case 'react': return this.gestures.react(event.reaction, now);
            case 'leave': return entering.leave(this);
            default: return undefined;
        }
    }

    /**
     * @param {import('./limits.js').MessageKind} kind
     * @param {string} sender
     * @param {string} text
     * @param {number} now
     */
    async #received(kind, sender, text, now) {
        if (text.length > sizes[kind]) return;
        if (sender === this.address || !this.remember(sender)) return;
        if (kind === 'join') return joins.receivedJoin(this, sender, text, now);
        if (!this.peers.get(sender)?.work.allows(now)) return;
        switch (kind) {
            case 'open': return channels.receivedOpen(this, sender, text, now);
            case 'key': return channels.receivedKey(this, sender, text, now);
            case 'again': return channels.receivedAgain(this, sender, text, now);
            case 'leave': return entering.receivedLeave(this, sender, text, now);
            case 'status': return statuses.receivedStatus(this, sender, text, now);
            case 'invite': return invites.receivedInvite(this, sender, text, now);
            case 'reply': return replies.receivedReply(this, sender, text);
            case 'report': return reports.receivedReport(this, sender, text, now);
            case 'vouch': case 'revoke': return trust.receivedStatement(this, kind, sender, text, now);
            default:
        }
    }

    /**
     * Whether there is room for one more device.
     * @param {string} address
     */
    remember(address) {
        if (this.peers.has(address)) return true;
        if (this.peers.size >= limits.devices) return false;
        this.peers.set(address, new Peer());
        return true;
    }

    get addresses() { return sortedAddresses(this.peers.keys()); }

    /** @param {number} now */
    async #advance(now) {
        await joins.lookAtWaitingJoins(this, now);
        statuses.loseGone(this, now);
        gestures.lowerForgottenHands(this, now);
        if (this.enteredAt === null || !this.isConnected) return;
        await generations.renewGenerations(this, now);
        joins.askForJoins(this, now);
        await invites.sendInvite(this);
        statuses.sendStatuses(this, now);
        await reports.sendReports(this, now);
    }

    /**
     * Reports the devices in the call, the pins, and the next deadline, if they have changed.
     * @param {number} now
     */
    #report(now) {
        const pins = this.pins.stored;
        if (JSON.stringify(pins) !== this.#storedPins) {
            this.#storedPins = JSON.stringify(pins);
            this.actions.push({ type: 'pinned', pins });
        }
        const members = this.#members(now);
        if (JSON.stringify(members) !== this.#shown) {
            this.#shown = JSON.stringify(members);
            this.actions.push({ type: 'members', members });
        }
        const next = this.isOver ? null : this.#nextInstant(now);
        if (next !== null && next !== this.#due) this.actions.push({ type: 'nextTick', at: next });
        this.#due = next;
    }

    /**
     * @param {number} now
     * @returns {import('./events.js').CallMember[]}
     */
    #members(now) {
        if (this.isOver) return [];
        return this.addresses.flatMap((address) => {
            const peer = this.peers.get(address);
            if (!peer?.isListed || !peer.current) return [];
            const { join, presence, isMember, heard, trust: known } = peer.current;
            const { sign, serial } = join.identity;
            return [{
                address, sign, serial, presence, trust: known, offer: trust.offerOf(this, address), hasOurKey: isMember && this.generations.hasSealing(join.hash, now),
                isHeard: heard !== null, hearsUs: isMember && peer.current.hearsUs, ...(isMember && peer.current.lacksKeys ? { lacksKeys: true } : {}), isPostQuantum: Boolean(this.own.join.m && join.m),
                isRecording: isMember && peer.current.isRecording, ...(isMember && peer.current.isSilent ? { isSilent: true } : {}),
                isHandRaised: isMember && peer.current.handHeard !== null,
                ...(join.identity.says === null ? {} : { says: join.identity.says }),
            }];
        });
    }

    /** @param {number} now */
    #nextInstant(now) {
        const instants = statuses.goneInstants(this);
        for (const { joins: { waiting, lookedAt } } of this.peers.values()) {
            if (waiting !== null && lookedAt !== null) instants.push(lookedAt + limits.joinInterval);
        }
        if (this.enteredAt !== null && this.isConnected) {
            instants.push(...generations.instants(this, now), ...statuses.instants(this), ...reports.reportInstants(this, now), ...gestures.handInstants(this));
            for (const peer of this.peers.values()) {
                if (peer.isListed && !peer.current && peer.asking) instants.push(peer.asking.at);
            }
        }
        return instants.length > 0 ? Math.max(Math.min(...instants), now) : null;
    }
}

/**
 * Signs a leave for a join.
 * @param {Omit<OwnEntry, 'leave'>} parts
 * @returns {Promise<OwnEntry>}
 */
export async function ownEntry(parts) {
    return { ...parts, leave: await makeLeave(parts.join.hash, parts.signing) };
}
