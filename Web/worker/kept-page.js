import { cacheName, droppable, headersOf, isWanted, mayComeFromServer, showsNothing } from './rules.js';

/** @typedef {Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>} Caches */

/** The files of a release on this device: each matches the hash in the release, or is absent. */
export class KeptPage {
    #release;
    #caches;
    #fetch;

    /**
     * @param {import('./release.js').Release} release
     * @param {Caches} caches
     * @param {(request: Request) => Promise<Response>} fetch
     */
    constructor(release, caches, fetch) {
        this.#release = release;
        this.#caches = caches;
        this.#fetch = fetch;
    }

    /**
     * Fetches the files that the page needs to run.
     * @param {string[]} [more] further files that this device needs
     * @throws {TypeError} if a file cannot be fetched, or differs; nothing of the release is kept then
     */
    async install(more = []) {
        try {
            await Promise.all([...new Set([...this.#release.needed, ...more])].map((path) => this.#take(path)));
        } catch (error) {
            await this.#caches.delete(cacheName(this.#release));
            throw error;
        }
    }

    /**
     * A file of this release; fetched if it wasn't needed before.
     * @param {string} path
     */
    async file(path) {
        const cache = await this.#caches.open(cacheName(this.#release));
        return await cache.match(path) ?? this.#take(path);
    }

    /**
     * A file of another release, whose name contains its hash; from the server if it isn't stored, unless it could run.
     * @param {string} path
     * @param {Request} request
     */
    async earlier(path, request) {
        const kept = await this.#caches.match(path);
        return kept ?? (mayComeFromServer(request) ? this.#fetch(request) : Response.error());
    }

    /**
     * The server's answer to a navigation if it has no document, else a redirect to the page.
     * @param {Request} request
     * @param {string} page its address
     */
    async passage(request, page) {
        const answer = await this.#fetch(request).catch(() => null);
        return answer && showsNothing(answer) ? answer : Response.redirect(page, 303);
    }

    /**
     * Removes the releases that no window uses any more.
     * @param {string[]} held the names of the locks that windows hold
     */
    async tidy(held) {
        const names = droppable(await this.#caches.keys(), this.#release, held);
        await Promise.all(names.map((name) => this.#caches.delete(name)));
    }

    /** @param {string} path */
    async #take(path) {
        // The browser's cache may have an earlier file, so it is requested once more.
        const kept = await this.#fetched(path, 'default') ?? await this.#fetched(path, 'reload');
        if (kept === null) throw new TypeError('not a file of this release');
        await (await this.#caches.open(cacheName(this.#release))).put(path, kept.clone());
        return kept;
    }

    /**
     * @param {string} path
     * @param {RequestCache} cache
     */
    async #fetched(path, cache) {
        const response = await this.#fetch(new Request(path, { cache, credentials: 'omit', redirect: 'error' }));
        if (response.status !== 200) return null;
        const bytes = await response.arrayBuffer();
        if (!isWanted(await crypto.subtle.digest('SHA-256', bytes), this.#release.files[path])) return null;
        return new Response(bytes, { headers: headersOf(path, response.headers) });
    }
}
