// Where the page is served as it is written nothing keeps it: a worker of before, which this takes the place of, goes with all it has kept.
// Scripts/bundle-page puts the one of worker/service-worker.js here.
addEventListener('install', () => /** @type {{ skipWaiting(): void }} */ (/** @type {unknown} */ (globalThis)).skipWaiting());
addEventListener('activate', (event) => {
    const { registration, caches } = /** @type {{ registration: ServiceWorkerRegistration, caches: CacheStorage }} */ (/** @type {unknown} */ (globalThis));
    /** @type {{ waitUntil?: (work: Promise<unknown>) => void }} */ (event).waitUntil?.((async () => {
        for (const name of await caches.keys()) await caches.delete(name);
        await registration.unregister();
    })());
});
