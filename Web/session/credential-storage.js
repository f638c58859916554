import { clockWithSleep } from '../media/clock-with-sleep.js';

/**
 * The answer to `GET /credentials`: the addresses of TURN and STOMP for this device. Times in Unix seconds.
 * @typedef {object} CredentialsResponse
 * @property {string} noneTlsUrl
 * @property {string} [tlsUrl]
 * @property {string[]} [turnUrls] every way to TURN, the best one first
 * @property {string} turnUsername by the convention for TURN REST: `<name>:<unix seconds>`, or the other way round
 * @property {string} turnPassword
 * @property {string} [rabbitmqToken] the STOMP passcode of this device
 * @property {number} [rabbitmqTokenExpiresAt]
 */
/** @typedef {CredentialsResponse & { iceServers: RTCIceServer[], stomp: { passcode: string } }} Credentials */

/** The credentials of this device, in memory only: fetched once for all who ask, and again before they expire. */
export class CredentialStorage {
    #fetch;
    #server;
    #now;
    /** @type {{ credentials: Credentials, until: number } | null} */
    #cached = null;
    /** @type {Promise<Credentials> | null} */
    #fetching = null;

    /**
     * @param {() => Promise<CredentialsResponse>} fetch
     * @param {object} clocks
     * @param {() => number} clocks.server the server's time, in Unix seconds: how long they live
     * @param {() => number} [clocks.now] seconds of a monotonic clock that counts sleep: how long they are kept
     */
    constructor(fetch, { server, now = inSeconds(clockWithSleep()) }) {
        this.#fetch = fetch;
        this.#server = server;
        this.#now = now;
    }

    async credentials() {
        if (this.#cached && this.#now() < this.#cached.until) return this.#cached.credentials;
        this.#fetching ??= this.#fetchOnce().finally(() => { this.#fetching = null; });
        return this.#fetching;
    }

    /** Drops them, because a server refused them or the user signed out. */
    invalidate() { this.#cached = null; }

    async #fetchOnce() {
        const response = await this.#fetch();
        const urls = relayURLs(response);
        const iceServers = urls.length === 0 ? [] : [{
            urls, username: response.turnUsername, credential: response.turnPassword,
        }];
        const credentials = { ...response, iceServers, stomp: { passcode: response.rabbitmqToken ?? '' } };
        this.#cached = { credentials, until: this.#now() + lifeOf(response, this.#server()) };
        return credentials;
    }
}

/** @param {Pick<import('../media/clock.js').Clock, 'now'>} clock */
const inSeconds = (clock) => () => clock.now() / 1000;

/** The most TURN URLs that are used: each connection requests a relay from each of them. */
const mostRelays = 8;
/** The URLs that RFC 7065 allows; anything else would make the browser reject the whole connection. */
const relayURL = /^(turns?):(\[[0-9a-f.]*:[0-9a-f:.]*\]|[a-z0-9._-]+)(?::([1-9][0-9]{0,4}))?(?:\?transport=(udp|tcp))?$/i;
const ports = Object.freeze({ turn: 3478, turns: 5349, last: 65_535 });

/**
 * The usable TURN URLs: those of `turnUrls`, or if there are none, those of the two old members; each once. Swift has the same rule
 * (Tests/Vectors/credentials.json).
 * @param {Pick<CredentialsResponse, 'noneTlsUrl' | 'tlsUrl' | 'turnUrls'>} response
 */
export function relayURLs({ noneTlsUrl, tlsUrl, turnUrls }) {
    const named = usable(turnUrls);
    return named.length > 0 ? named : usable([noneTlsUrl, tlsUrl ?? '']);
}

/** @param {unknown} texts */
function usable(texts) {
    if (!Array.isArray(texts) || texts.some((text) => typeof text !== 'string')) return [];
    /** @type {Map<string, string>} the first text of each way */
    const ways = new Map();
    for (const text of texts) {
        const way = wayOf(text);
        if (way !== null && !ways.has(way)) ways.set(way, text);
    }
    return [...ways.values()].slice(0, mostRelays);
}

/**
 * A canonical form of a TURN URL, equal for all its spellings; null if it isn't one.
 * @param {string} text
 */
function wayOf(text) {
    const match = text.length <= 512 ? relayURL.exec(text) : null;
    if (!match) return null;
    const scheme = match[1].toLowerCase();
    const port = Number(match[3] ?? (scheme === 'turns' ? ports.turns : ports.turn));
    return port <= ports.last ? [scheme, match[2], port, match[4]?.toLowerCase()].join(' ') : null;
}

/**
 * How long they are used, in seconds: until the first of the expiries, minus a tenth of the lifetime, at least 15 and at most 60 s
 * (wire-protocol 3.1); half an hour if no expiry is given. Swift has the same rule (Tests/Vectors/credentials.json).
 * @param {Pick<CredentialsResponse, 'turnUsername' | 'rabbitmqTokenExpiresAt'>} response
 * @param {number} now the server's time, in Unix seconds
 */
export function lifeOf(response, now) {
    // TURN REST user names are `<unix seconds>:<name>` or `<name>:<unix seconds>`; our own have more fields.
    const relay = (response.turnUsername ?? '').split(':').slice(0, 2).filter((part) => /^[0-9]+$/.test(part)).map(Number)[0] ?? NaN;
    const ends = [relay, response.rabbitmqTokenExpiresAt ?? NaN].filter(Number.isFinite).map((end) => end - now);
    const life = ends.length > 0 ? Math.min(...ends) : 1800;
    return life - Math.max(15, Math.min(60, life / 10));
}
