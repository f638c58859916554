// A page that is served as it is written isn't cached: an earlier worker, which this one replaces, goes with its caches.
// Scripts/bundle-page puts that of worker/service-worker.js here.
addEventListener('install', () => /** @type {{ skipWaiting(): void }} */ (/** @type {unknown} */ (globalThis)).skipWaiting());
addEventListener('activate', (event) => {
    const { registration, caches } = /** @type {{ registration: ServiceWorkerRegistration, caches: CacheStorage }} */ (/** @type {unknown} */ (globalThis));
    /** @type {{ waitUntil?: (work: Promise<unknown>) => void }} */ (event).waitUntil?.((async () => {
        for (const name of await caches.keys()) await caches.delete(name);
        await registration.unregister();
    })());
});
