/**
 * What a service worker is given, as far as it is used here: https://www.w3.org/TR/service-workers/#serviceworkerglobalscope-interface.
 * TypeScript's library has it beside the one of pages alone.
 * @typedef {object} WorkerScope
 * @property {Location} location
 * @property {() => Promise<void>} skipWaiting
 * @property {{ locks: Pick<LockManager, 'query'> }} navigator
 * @property {CacheStorage} caches
 * @property {typeof fetch} fetch
 * @property {<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void) => void} addEventListener
 */
/** @typedef {{ waitUntil: (work: Promise<unknown>) => void }} LastingEvent */
/** @typedef {LastingEvent & { request: Request, respondWith: (response: Promise<Response> | Response) => void }} FetchEvent */
/** @typedef {{ install: LastingEvent, activate: LastingEvent, fetch: FetchEvent, message: LastingEvent & { data: unknown } }} WorkerEvents */

export {};
