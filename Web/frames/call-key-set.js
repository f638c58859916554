import { hex } from '../keys/base64.js';
import { limits } from './limits.js';
import { tagOf } from './key-schedule.js';

/**
 * @typedef {object} KeyEntry
 * @property {number} id
 * @property {CryptoKey | null} key for HKDF; null where only the rules are needed
 * @property {string} name in hex
 * @property {number} tag
 * @property {number} epoch
 * @property {number} sealFrom sealing starts here, when the key is the newest then
 * @property {number} sealUntil nothing is sealed from here on
 * @property {number | null} expiresAt nothing is opened from here on; null while no newer epoch is known
 */
/** @typedef {'adopted' | 'opensOnly' | 'known' | 'retired' | 'refused'} InstallResult */

/**
 * The higher epoch; in one epoch the smaller name, so that everybody chooses alike.
 * @param {{ epoch: number, name: string }} left
 * @param {{ epoch: number, name: string }} right
 */
const outranks = (left, right) => (left.epoch !== right.epoch ? left.epoch > right.epoch : left.name < right.name);

/** @param {KeyEntry[]} entries */
const newestOf = (entries) => entries.reduce(
    (/** @type {KeyEntry | null} */ best, entry) => (!best || outranks(entry, best) ? entry : best), null);

/** The keys of a call and the rules which of them to seal with (e2ee 3, 4 and 6). Pure: time in milliseconds. */
export class CallKeySet {
    /** @type {KeyEntry[]} */
    entries = [];
    /** @type {Set<string>} */
    #retired = new Set();
    /** @type {number[]} */
    #recentTags = [];
    #nextID = 0;

    /**
     * @param {CryptoKey | null} key
     * @param {Uint8Array} nameBytes
     * @param {number} epoch
     * @param {number | null} sealFrom null for at once
     * @param {number} now
     * @returns {InstallResult}
     */
    install(key, nameBytes, epoch, sealFrom, now) {
        this.expire(now);
        const name = hex(nameBytes);
        if (this.entries.some((entry) => entry.name === name)) return 'known';
        if (this.#retired.has(name)) return 'retired';
        if (this.entries.length >= limits.liveKeys) return 'refused';
        const newest = this.newest;
        const isNewest = !newest || outranks({ epoch, name }, newest);
        for (const entry of this.entries) if (entry.epoch < epoch) entry.expiresAt ??= now + limits.supersededLife;
        this.entries.push({
            id: this.#nextID++, key, name, tag: tagOf(nameBytes), epoch, sealFrom: isNewest ? sealFrom ?? now : Infinity,
            sealUntil: now + limits.sealingAge, expiresAt: newest && epoch < newest.epoch ? now + limits.supersededLife : null,
        });
        this.#recentTags = [...this.#recentTags, tagOf(nameBytes)].slice(-limits.distinctTags);
        return isNewest ? 'adopted' : 'opensOnly';
    }

    /**
     * The key to seal with now; null when there is none, or when the one there is may not be used any more. There is no
     * way back to an older one.
     * @param {number} now
     */
    sealingEntry(now) {
        const current = newestOf(this.entries.filter((entry) => now >= entry.sealFrom));
        return current && now < current.sealUntil ? current : null;
    }

    /** The newest key, whether sealing with it has begun or not. */
    get newest() { return newestOf(this.entries); }

    /**
     * Bounds every key that is here by one second: anyone who left may have them.
     * @param {number} instant
     */
    learnedOfLeave(instant) {
        for (const entry of this.entries) entry.sealUntil = Math.min(entry.sealUntil, instant + limits.sealingAfterLeave);
    }

    /**
     * Drops the keys whose time is over.
     * @param {number} now
     */
    expire(now) {
        const isOver = (/** @type {KeyEntry} */ entry) => entry.expiresAt !== null && now >= entry.expiresAt;
        for (const entry of this.entries) if (isOver(entry)) this.#retired.add(entry.name);
        this.entries = this.entries.filter((entry) => !isOver(entry));
    }

    /** The next instant at which a key is to be dropped; null while there is none. */
    get nextExpiry() {
        const ends = this.entries.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
        return ends.length > 0 ? Math.min(...ends) : null;
    }

    /**
     * Whether a key's tag differs from those of the last keys.
     * @param {Uint8Array} nameBytes
     */
    hasDistinctTag(nameBytes) { return !this.#recentTags.includes(tagOf(nameBytes)); }
}
