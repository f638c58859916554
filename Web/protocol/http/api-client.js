import { endpoints, prefix } from './endpoints.js';
import { APIError } from '../errors.js';
import { retryDelay } from './retry-policy.js';

/**
 * The storage of this device's tokens.
 * @typedef {object} Tokens
 * @property {() => string | null | Promise<string | null>} access
 * @property {string | null} [latest] the one that was used last
 * @property {() => string | null | Promise<string | null>} refresh
 * @property {(pair: { accessToken: string, refreshToken: string, expiresIn?: number }) => void | Promise<void>} replace
 * @property {() => void | Promise<void>} dead the server has ended the sign-in
 */

const requestTimeout = 30_000;

/**
 * Calls the server's HTTP API (wire-protocol 1): every endpoint through one function.
 *
 * An expired access token is renewed once for all requests that wait for it, and the request repeated once. Connection
 * errors and passing refusals are repeated with growing pauses.
 */
export class APIClient {
    #origin;
    #tokens;
    #fetch;
    #pause;
    #now;
    #random;
    #serverClock;
    #language;
    /** @type {Promise<string> | null} the one refresh under way; all that need it wait for it */
    #refreshing = null;

    /**
     * @param {object} options
     * @param {string} options.origin `https://host[:port]`
     * @param {Tokens} options.tokens
     * @param {typeof fetch} [options.fetch]
     * @param {(milliseconds: number) => Promise<void>} [options.pause]
     * @param {() => number} [options.now] milliseconds, for the timeout only
     * @param {() => number} [options.random] 0 ..< 1, spreads the pauses
     * @param {import('../server-clock.js').ServerClock} [options.serverClock] observes the answers
     * @param {() => string} [options.language] in which the server answers; else as the browser asks for it
     */
    constructor({ origin, tokens, fetch, pause, now, random, serverClock, language }) {
        this.#origin = origin;
        this.#tokens = tokens;
        this.#fetch = fetch ?? globalThis.fetch.bind(globalThis);
        this.#pause = pause ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)));
        this.#now = now ?? (() => performance.now());
        this.#random = random ?? Math.random;
        this.#serverClock = serverClock;
        this.#language = language;
    }

    /**
     * Sends a request and returns the parsed JSON, which is not validated.
     * @template Answer
     * @param {import('./endpoints.js').Endpoint<Answer>} endpoint
     * @param {{ id?: number, body?: unknown, query?: Record<string, string>, fields?: Record<string, string> }} [options] `fields`: of the header, further ones
     * @returns {Promise<Answer>}
     * @throws {APIError}
     */
    async send(endpoint, options = {}) { return (await this.#answered(endpoint, options)).answer; }

    /**
     * Requests a page of a long list: returns the total number of entries, and the parameter of the next page.
     * @template Answer
     * @param {import('./endpoints.js').Endpoint<Answer>} endpoint
     * @param {{ query?: Record<string, string> }} options
     * @returns {Promise<{ answer: Answer, total: number, next: string | null }>}
     * @throws {APIError}
     */
    async page(endpoint, options) {
        const { answer, headers } = await this.#answered(endpoint, options);
        return { answer, total: Number(headers.get('X-Total-Count') ?? 0), next: headers.get('X-Next-Cursor') };
    }

    /**
     * @template Answer
     * @param {import('./endpoints.js').Endpoint<Answer>} endpoint
     * @param {{ id?: number, body?: unknown, query?: Record<string, string>, fields?: Record<string, string> }} options
     * @returns {Promise<{ answer: Answer, headers: Headers }>}
     */
    async #answered(endpoint, options) {
        const { id, body, query, fields } = options;
        const url = this.#url(endpoint, id, query);
        /** @type {RequestInit} */
        const request = { method: endpoint.method, body: body === undefined ? undefined : JSON.stringify(body), headers: fields, credentials: endpoint.credentials ?? 'omit' };
        const bearer = endpoint.authorization === 'none' ? null : await this.#tokens.access();
        if (endpoint.authorization === 'required' && !bearer) throw new APIError('signedOut', 401);
        try {
            return await this.#successful(url, request, bearer);
        } catch (error) {
            if (!bearer || !isStale(error)) throw await this.#noted(error);
        }
        const fresh = await this.#freshToken(bearer);
        try {
            return await this.#successful(url, request, fresh);
        } catch (error) {
            // The newest possible token was refused: the sign-in has ended (wire-protocol 1.4, rule 2).
            throw await this.#noted(isStale(error) ? new APIError('signedOut', 401) : error);
        }
    }

    /**
     * Sends a request while the page closes: at once, with the access token that was used last, and without waiting for the answer.
     * Browsers complete it after the page is gone (Fetch, `keepalive`: 64 kB at most).
     * @param {import('./endpoints.js').Endpoint} endpoint
     * @param {{ id?: number, body?: unknown }} options
     */
    sendWhileClosing(endpoint, { id, body }) {
        const { latest } = this.#tokens;
        if (!latest) return;
        this.#fetch(this.#url(endpoint, id), {
            method: endpoint.method, body: JSON.stringify(body), headers: this.#headersWith(latest),
            keepalive: true, cache: 'no-store', credentials: 'omit', redirect: 'error',
        }).catch(() => {});
    }

    /** Renews the access token, however new it is. */
    async renewToken() {
        const current = await this.#tokens.access();
        if (current) await this.#freshToken(current);
    }

    /**
     * Makes the clock observe the server's time again.
     * @throws {APIError}
     */
    async observeTime() { await this.#once(this.#url(endpoints.appConfig, undefined), { method: endpoints.appConfig.method, headers: this.#headersWith(null) }); }

    /** A valid access token, for uses other than HTTP. `stale` names one that was refused. */
    async accessToken(stale = '') {
        const current = await this.#tokens.access();
        if (!current) throw new APIError('signedOut', 401);
        return current === stale ? this.#freshToken(stale) : current;
    }

    /**
     * Renews the access token unless a token other than `stale` is already stored.
     * @param {string} stale
     * @returns {Promise<string>}
     */
    #freshToken(stale) {
        this.#refreshing ??= this.#renewed(stale).finally(() => { this.#refreshing = null; });
        return this.#refreshing;
    }

    /** @param {string} stale */
    async #renewed(stale) {
        const current = await this.#tokens.access();
        if (current && current !== stale) return current;
        const refreshToken = await this.#tokens.refresh();
        if (!refreshToken) throw new APIError('signedOut', 401);
        const pair = await this.send(endpoints.refreshToken, { body: { refreshToken } });
        if (!pair?.accessToken || !pair.refreshToken) throw await this.#noted(new APIError('signedOut', 401));
        await this.#tokens.replace(pair);
        return pair.accessToken;
    }

    /** @param {unknown} error */
    async #noted(error) {
        if (error instanceof APIError && error.isSignedOut) await this.#tokens.dead();
        return error;
    }

    /**
     * @param {import('./endpoints.js').Endpoint} endpoint
     * @param {number | undefined} id
     * @param {Record<string, string>} [query]
     */
    #url(endpoint, id, query) {
        const isId = Number.isSafeInteger(id) && Number(id) > 0;
        if (endpoint.path.includes('{id}') && !isId) throw new APIError('missingId');
        const url = new URL(prefix + endpoint.path.replace('{id}', String(id)), this.#origin);
        for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
        // A plus means a space only in forms: the server reads it as a plus.
        return url.href.replace(/\+/g, '%20');
    }

    /**
     * @param {string} url
     * @param {RequestInit} request
     * @param {string | null} bearer
     */
    async #successful(url, request, bearer) {
        const headers = { ...this.#headersWith(bearer), .../** @type {Record<string, string> | undefined} */ (request.headers) };
        const began = this.#now();
        for (let attempt = 0; ; attempt += 1) {
            /** @type {APIError} */
            let failure;
            /** @type {string | null} */
            let retryAfter = null;
            try {
                const { response, text } = await this.#once(url, { ...request, headers });
                if (response.ok) return { answer: parsed(text, response.status), headers: response.headers };
                failure = refusal(text, response.status);
                retryAfter = response.headers.get('Retry-After');
            } catch (error) {
                if (error instanceof APIError && error.status !== 0) throw error;
                failure = error instanceof APIError ? error : new APIError('offline');
            }
            const { status, code } = failure;
            const progress = { attempt, elapsed: this.#now() - began, random: this.#random() };
            const wait = retryDelay({ status, code, retryAfter }, progress);
            if (wait === null) throw failure;
            await this.#pause(wait);
        }
    }

    /**
     * @param {string | null} bearer
     * @returns {Record<string, string>}
     */
    #headersWith(bearer) {
        return {
            'Content-Type': 'application/json', Accept: 'application/json', ...this.#language && { 'Accept-Language': this.#language() },
            ...bearer && { Authorization: `Bearer ${bearer}` },
        };
    }

    /**
     * One attempt, from the request to the end of the answer.
     * @param {string} url
     * @param {RequestInit} request
     */
    async #once(url, request) {
        const abort = new AbortController();
        const timer = setTimeout(() => abort.abort(), requestTimeout);
        const clock = this.#serverClock;
        const sentAt = clock?.monotonic() ?? 0;
        try {
            const response = await this.#fetch(url, {
                credentials: 'omit', ...request, signal: abort.signal, cache: 'no-store', redirect: 'error',
            });
            clock?.observe(response.headers.get('Date'), sentAt, clock.monotonic());
            return { response, text: await response.text() };
        } catch {
            throw new APIError(abort.signal.aborted ? 'timeout' : 'offline');
        } finally {
            clearTimeout(timer);
        }
    }
}

/** @param {unknown} error */
function isStale(error) {
    return error instanceof APIError && error.code === 'ErrAccessTokenExpired' && error.status === 401;
}

/**
 * @param {string} text
 * @param {number} status
 */
function parsed(text, status) {
    try {
        return JSON.parse(text);
    } catch {
        throw new APIError('undecodable', status);
    }
}

/**
 * The error of a status outside 200 … 299 (wire-protocol 1.4). A bare 401, which a proxy may invent, signs no one out.
 * @param {string} text
 * @param {number} status
 */
function refusal(text, status) {
    let body;
    try {
        body = JSON.parse(text)?.error;
    } catch {
        // Without an envelope, the status is all there is.
    }
    if (typeof body === 'string') return new APIError('', status, body);
    const { code, title } = body ?? {};
    return new APIError(typeof code === 'string' ? code : '', status, typeof title === 'string' ? title : '');
}
