import { RateWindow, limits } from './limits.js';

/**
 * `member`: it gets keys; `away`: it hasn't shown that it is present, or is said to have left; `held`: it has to be confirmed.
 * @typedef {'member' | 'away' | 'held'} Presence
 */

/** @typedef {import('../keys/channels/key-channel.js').ChannelKey} ChannelKey */
/** @typedef {import('../keys/channels/gestures.js').Gestures} Gestures */
/**
 * From this device to another: the opening is kept until the other shows a generation of this device, `n` is of the last key message,
 * `reportCount` the number of the next report, `lastReport` the last reception report and its time, `lastGestures` the gestures of the last
 * report, whatever else it contained.
 * @typedef {{ key: ChannelKey, opening: string | null, n: number, reportCount: number,
 *     lastReport: { report: string, at: number } | null,
 *     lastGestures: { gestures: Gestures, at: number } | null }} SendingChannel
 */

/** This device's state about another device in the call. */
export class Peer {
    /** @type {'unlisted' | 'relayed' | 'listed'} */
    listing = 'unlisted';
    relayedAt = 0;
    joins = {
        /** @type {number | null} of those that were verified */ highestSeq: null,
        /** @type {number | null} */ lookedAt: null,
        looks: 0,
        /** @type {string | null} the newest that came since the last look */ waiting: null,
        /** @type {Set<string>} joins that are over for good */ ended: new Set(),
    };
    /** @type {Entry | null} */
    current = null;
    /** @type {Map<string, string>} texts that wait for the join they belong to, one of a kind */
    waiting = new Map();
    /** @type {string[]} */
    waitingInvites = [];
    /** The number of people invited by it alone. */
    invited = 0;
    /** @type {{ at: number, count: number } | null} */
    asking = null;
    /** @type {number | null} */
    lastAsked = null;
    /** @type {number | null} */
    lastAnswered = null;
    /** @type {number | null} */
    lastJoinSent = null;
    /** @type {number | null} when the last status for it alone was sent */
    lastStatusSent = null;
    owesStatus = false;
    /** The number of its replies that were examined, and whether one was accepted. */
    replies = { looks: 0, isTaken: false };
    failures = 0;
    ignoredUntil = 0;
    work = new RateWindow(limits.messagesPerSecond, 1_000);

    get isListed() { return this.listing !== 'unlisted'; }

    /** When it may be sent a status of its own again. */
    get nextStatus() { return this.lastStatusSent === null ? 0 : this.lastStatusSent + limits.statusInterval; }
}

/** One entry of a device into the call: its join, and the state of that join. */
export class Entry {
    awaySince;
    /** @type {SendingChannel | null} */
    sending = null;
    /** @type {{ key: ChannelKey, n: number, nextReport: number } | null} `nextReport`: the lowest number that a report may have */
    receiving = null;
    /** @type {{ generation: number, at: number }[]} the generations it was handed, oldest first */
    handed = [];
    /** Whether its newest status lists this device's join with a key it was given, and lacks none that it should have by now. */
    hearsUs = false;
    /** Whether its newest status lists this device's join without any key. */
    lacksKeys = false;
    /** @type {{ generation: number, step: number } | null} the highest generation of it that is here, and its step */
    heard = null;
    /** @type {number | null} when keys were handed to it once more because of a status */
    repaired = null;
    /** When the status was sent that it has shown to have received. */
    proof;
    /** Whether it has shown, by an opening or a status, that it has this device's join: a replayed join never does. */
    isLive = false;
    /** Whether its invites count here. */
    hasInvited = false;
    /** @type {Map<string, number>} how often it was reminded of an invited person whose join it doesn't hear; by join */
    reminders = new Map();
    /** @type {number | null} */
    lastStatus = null;
    statusEntries = 0;
    /** Whether it records, according to its last status. */
    isRecording = false;
    /** Whether it sends nothing, according to its last status. */
    isSilent = false;
    /** @type {number | null} when it said last that its person raises their hand; null while the hand is down */
    handHeard = null;
    /** @type {{ gestures: Gestures, at: number } | null} its newest reported reaction, with its count, and when */
    reacted = null;
    /** @type {Map<string, number>} how many of its last statuses lacked a join that is here */
    lacking = new Map();
    /** @type {Map<string, { count: number, since: number }>} how many named a join that is not here */
    unknown = new Map();

    /**
     * @param {import('../keys/entering/join.js').Join} join
     * @param {import('./device-pins.js').DeviceTrust} trust
     * @param {number} now
     */
    constructor(join, trust, now) {
        this.join = join;
        this.since = now;
        this.awaySince = now;
        this.proof = now;
        this.trust = trust;
        /** @type {Presence} */
        this.presence = trust.startsWith('held') ? 'held' : 'member';
    }

    get isMember() { return this.presence === 'member'; }
}
